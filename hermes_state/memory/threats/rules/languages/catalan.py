"""Word classes of Catalan."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

CATALAN = Lexicon(
    code="ca",
    ignore="ignora|ignoreu|ignorar|oblida|oblideu|descarta|omet|salta't|no segueixis|anul·la|passa per alt",
    prior=(
        "anterior|anteriors|prèvies|previs|totes|tots|teves|teus|sistema|inicials|originals|desenvolupador|"
        "qualsevol|seguretat"
    ),
    orders="instrucció|instruccions|regles|normes|ordres|directrius|restriccions|polítiques|indicacions",
    told="tot el que|tot l'anterior|missatges anteriors|tot això|tot",
    task="pàgina|document|pregunta|tasca|text|codi|usuari",
    reveal="revela|mostra|mostra'm|digues-me|dona'm|imprimeix|repeteix|escriu|divulga|comparteix",
    hidden=(
        "prompt del sistema|missatge del sistema|teves instruccions|instruccions del sistema|"
        "instruccions inicials|text anterior"
    ),
    secrets="contrasenya|contrasenyes|clau secreta|claus api|secrets|credencials|dades confidencials",
    yours="la teva|el teu",
    send="envia|envieu|enviar|envia'ls|reenvia|puja|publica|transmet|comparteix",
    everything=(
        "tots els fitxers|tots els arxius|totes les dades|conversa|converses|historial|contingut|la memòria|"
        "codi font|missatges"
    ),
    fetch="descarrega|obtén|llegeix|comprova|visita",
    add="afegeix|escriu|copia|insereix|desa",
    itself="aquesta instrucció|aquestes instruccions|aquesta nota|aquesta regla",
    hide=(
        "no ho diguis a l'usuari|no diguis a l'usuari|no informis l'usuari|sense que l'usuari ho sàpiga|"
        "sense avisar l'usuari|en secret|d'amagat"
    ),
    persona="ara ets|a partir d'ara ets|actua com|fes veure que|fingeix ser|entra en mode|ets",
    unbound="sense restriccions|sense límits|sense regles|sense filtres|sense censura|mode desenvolupador",
    answer="respon|responeu|actua|parla|genera|fes|tens",
    off="no s'apliquen|ja no s'apliquen|desactivades|anul·lades",
    refuse="no et neguis|no pots negar-te|no rebutgis",
    unasked=(
        "sense preguntar|sense confirmació|sense demanar permís|sense aprovació|no demanis confirmació|"
        "aprova automàticament"
    ),
    act="executa|executar|esborra|elimina|aprova|transfereix|paga|instal·la|ordres|accions",
    always="a partir d'ara|d'ara endavant|cada vegada que|sempre que|quan l'usuari|la propera vegada|sempre",
    fresh="noves instruccions|nova tasca|noves regles|missatge del sistema",
    never="no|mai|sense",
)

RULES = rules_of(CATALAN)
