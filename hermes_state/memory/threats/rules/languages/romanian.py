"""Word classes of Romanian."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

ROMANIAN = Lexicon(
    code="ro",
    ignore=(
        "ignoră|ignorați|ignora|uită|uitați|nesocotește|încalcă|ocolește|nu mai respecta|nu respecta|"
        "anulează|suprascrie|lasă deoparte"
    ),
    prior=(
        "anterioare|precedente|de mai sus|toate|tale|sistem|sistemului|inițiale|originale|dezvoltatorului|"
        "orice|siguranță|primite|anterior"
    ),
    orders=(
        "instrucțiunile|instrucțiuni|regulile|reguli|comenzile|directivele|restricțiile|restricții|ordinele|"
        "politicile|indicațiile"
    ),
    told="tot ce|tot ce ți|cele de mai sus|mesajele anterioare|conversația anterioară|totul",
    task="pagina|documentul|funcția|întrebarea|sarcina|textul|codul|utilizatorul",
    reveal="dezvăluie|arată|arată-mi|afișează|spune|spune-mi|repetă|tipărește|scrie|divulgă|dă-mi|copiază",
    hidden=(
        "promptul de sistem|promptul sistemului|mesajul de sistem|instrucțiunile tale|"
        "instrucțiunile de sistem|instrucțiunile inițiale|instrucțiunile ascunse|promptul tău|"
        "textul de mai sus"
    ),
    secrets=(
        "parola|parolele|cheia secretă|cheile api|cheia privată|secretele|datele confidențiale|credențialele|"
        "variabilele de mediu"
    ),
    yours="ta|tău|tale|tăi",
    send="trimite|trimiteți|trimite-le|expediază|încarcă|redirecționează|transmite|postează|publică",
    everything=(
        "toate fișierele|toate datele|conversația|conversațiile|istoricul|conținutul|memoria|codul sursă|"
        "baza de date|fișierele|mesajele"
    ),
    fetch="descarcă|preia|citește|verifică|accesează|vizitează",
    add="adaugă|scrie|copiază|inserează|salvează",
    itself="această instrucțiune|aceste instrucțiuni|această notă|această regulă",
    hide=(
        "nu spune utilizatorului|nu-i spune utilizatorului|nu îi spune utilizatorului|"
        "nu informa utilizatorul|nu anunța utilizatorul|fără ca utilizatorul să știe|"
        "fără să spui utilizatorului|fără a informa utilizatorul|în secret|pe ascuns|"
        "nu menționa * utilizatorului"
    ),
    persona=(
        "acum ești|ești acum|de acum ești|prefă-te că ești|acționează ca|comportă-te ca|intră în modul|joacă rolul|ești"
    ),
    unbound=(
        "fără restricții|fără limite|fără reguli|fără filtre|fără cenzură|modul dezvoltator|nicio restricție|fără etică"
    ),
    answer="răspunde|răspundeți|acționează|vorbește|generează|fă|ai",
    off="nu se aplică|nu se mai aplică|nu mai sunt valabile|dezactivate|suspendate|anulate",
    refuse="nu refuza|nu refuza niciodată|nu poți refuza|nu te scuza|rămâi în personaj",
    unasked=(
        "fără să întrebi|fără a întreba|fără confirmare|fără aprobare|fără permisiune|nu cere confirmare|"
        "nu întreba|aprobă automat"
    ),
    act="execută|rulează|șterge|aprobă|transferă|plătește|instalează|comenzi|comenzile|acțiuni|orice acțiune",
    always=(
        "de acum înainte|de acum încolo|ori de câte ori|de fiecare dată|când utilizatorul|data viitoare|întotdeauna"
    ),
    fresh="instrucțiuni noi|noi instrucțiuni|sarcină nouă|reguli noi|mesaj de sistem|mesaj de la administrator",
    disable="dezactivează|oprește|ocolește|elimină",
    guards=(
        "firewall*|antivirus*|aprobările|verificările de securitate|filtrele de siguranță|"
        "măsurile de securitate|toate restricțiile"
    ),
    never="nu|niciodată|fără a|evită să",
)

RULES = rules_of(ROMANIAN)
