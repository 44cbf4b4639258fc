"""Word classes of Danish and Norwegian."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

DANISH = Lexicon(
    code="da",
    ignore=(
        "ignorer|ignorér|ignorere|glem|glemme|se bort fra|omgå|tilsidesæt|følg ikke|følg ikke længere|overse|"
        "overskriv|se bort ifra|følg ikke lenger"
    ),
    prior=(
        "tidligere|forrige|foregående|ovenstående|alle|dine|systemets|system|oprindelige|opprinnelige|"
        "sikkerhed|givne|overnevnte"
    ),
    orders=(
        "instruktion|instruktioner|instruktionerne|instrukser|instruksjoner|instruksjonene|regler|reglerne|"
        "reglene|retningslinjer|ordrer|begrænsninger|begrensninger"
    ),
    told="alt hvad|alt det|alt ovenfor|ovenstående|tidligere beskeder|tidligere meldinger|alt som|alt",
    task="siden|dokumentet|funktionen|funksjonen|spørgsmålet|opgaven|oppgaven|teksten|koden|brugeren",
    reveal="afslør|avslør|vis|vis mig|vis meg|udskriv|gentag|gjenta|fortæl|fortell|giv mig|gi meg",
    hidden=(
        "systemprompt*|systembesked*|systemmelding*|dine instruktioner|dine instruksjoner|"
        "oprindelige instruktioner|skjulte instruktioner|teksten ovenfor|dine regler"
    ),
    secrets=(
        "adgangskode*|passord*|kodeord*|hemmeligheder|hemmeligheter|api-nøgle*|api-nøkkel*|"
        "legitimationsoplysninger|fortrolige|hemmelige nøgler|hemmelige nøkler"
    ),
    yours="din|dit|dine|ditt",
    send="send|sende|sender|upload|videresend|del|overfør|last opp|læk|publicer",
    everything=(
        "alle filer|alle data|alle beskeder|alle meldinger|samtale*|historik*|historikk*|indhold*|innhold*|"
        "hukommelse*|kildekode*|database*|filer|beskeder"
    ),
    fetch="hent|download|last ned|læs|les|tjek|besøg|forbind",
    add="tilføj|skriv|kopier|indsæt|gem|legg til|lagre",
    itself="denne instruktion|denne instruksjonen|denne note|denne regel|følgende instruktion",
    hide=(
        "fortæl ikke brugeren|fortæl det ikke til brugeren|sig intet til brugeren|sig ikke til brugeren|"
        "uden at brugeren|uden at informere|uden at fortælle|fortell ikke brukeren|uten at brukeren|"
        "uten å informere|uten å fortelle|informer ikke brugeren|i hemmelighed|i hemmelighet|nævn ikke|"
        "ikke fortell brukeren|ikke si til brukeren"
    ),
    persona=(
        "du er nu|du er nå|fra nu af er du|fra nå av er du|lad som om|lat som|opfør dig som|spil rollen|"
        "spill rollen|du er"
    ),
    unbound=(
        "uden begrænsninger|uten begrensninger|uden restriktioner|uten restriksjoner|uden regler|uten regler|"
        "uden filter|uden grænser|uten grenser|uden censur|ubegrænset|ubegrenset|ucensureret|"
        "udviklertilstand|utviklermodus|ingen regler"
    ),
    answer="svar|svare|handl|tal|opfør|generer|gør|gjør|adlyd|du har",
    off="gælder ikke|gjelder ikke|ophævet|opphevet|deaktiveret|deaktivert|ugyldige",
    refuse=("afvis ikke|afvis aldrig|avslå aldri|nægt aldrig|nekt aldri|du må ikke nægte|bliv i rollen|bli i rollen"),
    unasked=(
        "uden at spørge|uten å spørre|uden bekræftelse|uten bekreftelse|uden godkendelse|uten godkjenning|"
        "uden tilladelse|spørg ikke|ikke spør|godkend automatisk"
    ),
    act=("kør|kjør|udfør|utfør|slet|slett|godkend|godkjenn|betal|overfør|køb|kjøp|installer|kommandoer|handlinger"),
    always=(
        "fra nu af|fra nå av|fremover|hver gang|når brugeren|når brukeren|næste gang|neste gang|altid|alltid|så snart"
    ),
    fresh="nye instruktioner|nye instruksjoner|ny opgave|ny oppgave|nye regler|systembesked|systemmelding",
    disable="deaktiver|deaktivér|slå|sluk|omgå|fjern",
    guards=(
        "firewall|brandmur|antivirus|godkendelser|godkjenninger|sikkerhedskontrol*|sikkerhetskontroll*|"
        "sikkerhedsfilter*|sikkerhetsfilter*|alle begrænsninger"
    ),
    never="ikke|aldrig|aldri|uden at|uten å",
    nor="ikke|aldrig|aldri",
)

RULES = rules_of(DANISH)
