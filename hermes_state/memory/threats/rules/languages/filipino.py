"""Word classes of Filipino."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

FILIPINO = Lexicon(
    code="tl",
    ignore=(
        "huwag pansinin|balewalain|kalimutan|kalimutan mo|ipagwalang-bahala|i-ignore|ignorahin|isantabi|"
        "lampasan|suwayin|huwag sundin"
    ),
    prior=(
        "nakaraang|nakaraan|naunang|nauna|lahat|lahat ng|iyong|mong|sa itaas|system|sistema|orihinal|"
        "kaligtasan|dati|dating|mga naunang"
    ),
    orders=(
        "tagubilin|mga tagubilin|panuto|utos|patakaran|panuntunan|alituntunin|instruksyon|instruksiyon|"
        "limitasyon|paghihigpit|prompt|direksyon"
    ),
    told="lahat ng sinabi|lahat ng nasa itaas|mga naunang mensahe|nakaraang usapan|lahat|lahat ng iyon",
    task="pahina|dokumento|resume|function|tanong|gawain|kahilingan|teksto|code|user",
    reveal=(
        "ibunyag|ipakita|ipakita mo|sabihin|sabihin mo|i-print|ulitin|isulat|ibahagi|ibigay|ibigay mo|"
        "ilantad|ilabas|kopyahin|isalin|banggitin"
    ),
    hidden=(
        "system prompt|mensahe ng system|tagubilin ng system|iyong mga tagubilin|iyong tagubilin|"
        "iyong mga instruksyon|orihinal na tagubilin|nakatagong tagubilin|mga tagubilin mo|teksto sa itaas|"
        "iyong mga patakaran|iyong system prompt"
    ),
    secrets="password|lihim|mga lihim|susi|lihim na susi|kredensyal|token|sensitibong|kumpidensyal*|sikreto",
    yours="iyong|mo",
    send="ipadala|ipadala mo|magpadala|padala|i-upload|i-forward|i-email|ipasa|i-post|ilipat|ipadadala",
    everything=(
        "lahat ng file|lahat ng mga file|lahat ng data|lahat ng datos|usapan|pag-uusap|kasaysayan|nilalaman|"
        "memorya|source code|database|mga file|mga mensahe"
    ),
    fetch="i-download|kunin|basahin|tingnan|bisitahin|kumonekta|buksan|suriin",
    add="idagdag|isulat|ilagay|kopyahin|i-save|isama",
    itself=(
        "ang tagubiling ito|tagubiling ito|ang talang ito|ang panuntunang ito|mga tagubiling ito|ang mensaheng ito"
    ),
    hide=(
        "huwag sabihin sa user|huwag mong sabihin sa user|huwag ipaalam sa user|huwag mong ipaalam|"
        "nang hindi nalalaman ng user|nang hindi sinasabi sa user|nang hindi ipinapaalam|itago sa user|"
        "palihim|lihim na|huwag sabihin kahit kanino|huwag banggitin"
    ),
    persona=(
        "ikaw ngayon ay|ikaw na ngayon|mula ngayon ikaw|magpanggap|kumilos bilang|kumilos na parang|gampanan|"
        "isipin mo|mode|ikaw ay"
    ),
    unbound=(
        "walang limitasyon|walang paghihigpit|walang restriksyon|walang patakaran|walang filter|"
        "walang sensura|developer mode|walang etika|walang hangganan|walang mga limitasyon|"
        "walang mga patakaran"
    ),
    answer="sumagot|sagutin|tumugon|kumilos|magsalita|gawin",
    off="hindi na nalalapat|hindi nalalapat|wala nang bisa|walang bisa|naka-disable|kinansela|suspendido",
    refuse=(
        "huwag tumanggi|huwag kang tumanggi|hindi ka maaaring tumanggi|huwag humingi ng paumanhin|manatili sa karakter"
    ),
    unasked=(
        "nang hindi nagtatanong|nang walang kumpirmasyon|nang walang pahintulot|nang walang pag-apruba|"
        "huwag magtanong|huwag humingi|awtomatikong aprubahan|hindi na kailangan ng kumpirmasyon"
    ),
    act=("patakbuhin|isagawa|tanggalin|burahin|aprubahan|bayaran|ilipat|bilhin|i-install|utos|mga aksyon|aksyon"),
    always="mula ngayon|simula ngayon|tuwing|sa tuwing|kapag ang user|sa susunod|palagi|lagi|sa bawat sagot",
    fresh="bagong tagubilin|bagong mga tagubilin|bagong gawain|bagong utos|bagong patakaran|mensahe ng system",
    disable="i-disable|patayin|lampasan|tanggalin|alisin|itigil",
    guards=(
        "firewall|antivirus|pag-apruba|mga pagsusuri sa seguridad|filter|mga filter|lahat ng paghihigpit|"
        "lahat ng limitasyon|scanner"
    ),
    never="huwag|hindi|hindi dapat|huwag mong",
)

RULES = rules_of(FILIPINO)
