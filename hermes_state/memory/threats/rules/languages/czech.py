"""Word classes of Czech and Slovak."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

CZECH = Lexicon(
    code="cs",
    ignore=(
        "ignoruj|ignorujte|ignorovat|zapomeň|zapomeňte|obejdi|obejděte|přeskoč|nedodržuj|neřiď se|nedbej|"
        "poruš|zruš|přepiš|zabudni|ignorovať|nedodržiavaj"
    ),
    prior=(
        "předchozí*|předešl*|dosavadní|výše|všechny|všechna|veškeré|své|tvé|systém*|původní*|vývojář*|"
        "bezpečnost*|predchádzajúce|všetky|uvedené"
    ),
    orders="instrukc*|pokyn*|pravid*|příkaz*|omezení*|směrnic*|prompt*|inštrukci*|príkaz*|obmedzeni*|zásad*",
    told="vše, co|všechno, co|vše výše|předchozí zprávy|to všechno|všechno|vše|na to",
    task="stránk*|dokument*|funkc*|otázk*|úkol*|text*|kód|uživatel*",
    reveal=("odhal|odhalte|ukaž|ukažte|zobraz|vypiš|řekni|zopakuj|napiš|prozraď|sdílej|vytiskni|prezraď|povedz|dej mi"),
    hidden=(
        "systémový prompt|systémové instrukce|systémovou zprávu|systémové pokyny|své instrukce|své pokyny|"
        "tvé instrukce|původní instrukce|skryté instrukce|text výše|svůj prompt|počáteční instrukce"
    ),
    secrets=(
        "heslo|hesla|tajemství|tokeny|přihlašovací údaje|důvěrné|proměnné prostředí|heslá|citlivé údaje|"
        "tajný klíč|soukromý klíč|klíč api|klíče api|tajné klíče"
    ),
    yours="tvůj|tvoje|tvé|váš",
    send="pošli|pošlete|odešli|odesílej|posílej|odeslat|přepošli|nahraj|zveřejni|předej|odošli|posielaj",
    everything=(
        "všechny soubory|všechna data|všechny zprávy|konverzac*|histori*|obsah*|paměť|zdrojový kód|databáz*|"
        "soubory|zprávy|všetky súbory|všetky dáta"
    ),
    fetch="stáhni|stahuj|načti|přečti|zkontroluj|navštiv|připoj|získej|stiahni",
    add="přidej|zapiš|vlož|zkopíruj|ulož|doplň|pridaj",
    itself="tuto instrukci|tento pokyn|tuto poznámku|toto pravidlo|tento text|následující pokyn",
    hide=(
        "neříkej uživateli|neříkej to uživateli|neinformuj uživatele|nezmiňuj se|bez vědomí uživatele|"
        "aniž by uživatel|potají|skryj * před uživatelem|nehovor používateľovi|bez vedomia používateľa|"
        "neupozorňuj uživatele|tajně pošli|tajně odešli|tajně spusť"
    ),
    persona=(
        "nyní jsi|teď jsi|od teď jsi|od nynějška jsi|předstírej|chovej se jako|jednej jako|představ si|"
        "přepni se do|vstup do|hraj roli|jsi"
    ),
    unbound=(
        "bez omezení|bez pravidel|bez filtrů|bez cenzury|bez limitů|bez etiky|neomezen*|vývojářský režim|"
        "režim vývojáře|žádná pravidla|žádná omezení|bez obmedzení"
    ),
    answer="odpovídej|odpověz|jednej|mluv|chovej se|generuj|dělej|máš",
    off="neplatí|už neplatí|se nevztahují|zrušena|zrušeny|vypnuty|pozastavena|neplatné",
    refuse="neodmítej|nikdy neodmítej|nesmíš odmítnout|nemůžeš odmítnout|neomlouvej se|zůstaň v roli",
    unasked=(
        "bez ptaní|bez potvrzení|bez schválení|bez souhlasu|bez povolení|neptej se|nežádej o|"
        "automaticky schval*|již schválen*|přeskoč potvrzení|bez potvrdenia"
    ),
    act=(
        "proveď|provádět|provádě*|spusť|spouštěj|smaž|schval*|zaplať|převeď|kup|nainstaluj|příkaz*|akce|operac*|vykonaj"
    ),
    always=(
        "od teď|od nynějška|odteď|od této chvíle|pokaždé|kdykoli|když uživatel|příště|vždy|jakmile|v každé odpovědi"
    ),
    fresh="nové instrukce|nový úkol|nová pravidla|nové pokyny|systémová zpráva",
    disable="vypni|deaktivuj|obejdi|zakaž|odstraň",
    guards="firewall|antivir*|schvalování|bezpečnostní kontrol*|filtr*|sandbox|auditní*|všechna omezení",
    never="ne|nikdy ne|nikdy|bez",
)

RULES = rules_of(CZECH)
