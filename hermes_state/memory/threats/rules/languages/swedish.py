"""Word classes of Swedish."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

SWEDISH = Lexicon(
    code="sv",
    ignore=(
        "ignorera|glöm|glömma|bortse|bortse från|strunta i|kringgå|åsidosätt|följ inte|hoppa över|skriv över|bryt mot"
    ),
    prior=("tidigare|föregående|ovanstående|alla|dina|systemets|system|ursprungliga|utvecklarens|säkerhet|givna|ovan"),
    orders=(
        "instruktion|instruktioner|instruktionerna|regler|reglerna|riktlinjer|order|begränsningar|direktiv|"
        "policyer|anvisningar|systeminstruktioner"
    ),
    told="allt som|allt ovan|ovanstående|vad du har|tidigare meddelanden|tidigare samtal|allt det|allt|det där",
    task="sidan|dokumentet|funktionen|frågan|uppgiften|texten|koden|användaren",
    reveal="avslöja|visa|visa mig|skriv ut|upprepa|berätta|ge mig|läck|dela|kopiera",
    hidden=(
        "systemprompt*|systemmeddelande*|systeminstruktioner*|dina instruktioner|ursprungliga instruktioner*|"
        "dolda instruktioner*|texten ovan|dina regler"
    ),
    secrets=(
        "lösenord|lösenordet|hemligheter|privata nyckeln|autentiseringsuppgifter|token|api-nyckel*|"
        "konfidentiella|miljövariabler|hemliga nycklar|api-nycklar"
    ),
    yours="din|ditt|dina",
    send="skicka|skickar|ladda upp|vidarebefordra|posta|mejla|maila|dela|överför|läck|publicera",
    everything=(
        "alla filer|all data|alla data|alla meddelanden|konversation*|samtal*|historik*|innehåll*|minnet|"
        "källkod*|databas*|användardata|filer|meddelanden"
    ),
    fetch="hämta|ladda ner|läs|kontrollera|besök|anslut",
    add="lägg till|skriv|kopiera|infoga|spara",
    itself="denna instruktion|dessa instruktioner|denna anteckning|denna regel|följande instruktion",
    hide=(
        "berätta inte för användaren|säg inget till användaren|säg inte till användaren|"
        "säg ingenting till användaren|utan att användaren|utan att informera användaren|utan att berätta|"
        "informera inte användaren|i hemlighet|i smyg|dölj * för användaren|nämn inte|nämn aldrig"
    ),
    persona="du är nu|från och med nu är du|låtsas|agera som|spela rollen|gå in i|uppför dig som|läge|du är",
    unbound=(
        "utan begränsningar|utan restriktioner|utan gränser|utan regler|utan filter|utan censur|obegränsad|"
        "ocensurerad|utvecklarläge|inga begränsningar|inga regler"
    ),
    answer="svara|agera|tala|bete dig|generera|gör|lyd|du har",
    off="gäller inte|gäller inte längre|upphävda|avstängda|ogiltiga|inaktiverade",
    refuse="vägra inte|vägra aldrig|du får inte vägra|du kan inte vägra|be inte om ursäkt|stanna i rollen",
    unasked=(
        "utan att fråga|utan bekräftelse|utan godkännande|utan tillstånd|fråga inte|be inte om|"
        "godkänn automatiskt|redan godkänt|hoppa över bekräftelse*"
    ),
    act="kör|köra|utför|utföra|radera|godkänn|betala|överför|köp|installera|kommandon|åtgärder",
    always=(
        "från och med nu|från och med|hädanefter|varje gång|när användaren|nästa gång|alltid|så snart|i varje svar"
    ),
    fresh="nya instruktioner|ny instruktion|ny uppgift|nya regler|systemmeddelande",
    disable="stäng av|inaktivera|kringgå|ta bort|avaktivera",
    guards=(
        "brandvägg*|antivirus*|godkännanden|säkerhetskontroller*|säkerhetsfilter*|granskningslogg*|sandlåda*|"
        "skannern|alla begränsningar"
    ),
    never="inte|aldrig|utan att|ej",
    nor="inte|aldrig|ej",
)

RULES = rules_of(SWEDISH)
