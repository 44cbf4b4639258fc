"""Word classes of Hindi in Latin letters."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

HINGLISH = Lexicon(
    code="hi-latn",
    verb_last=True,
    ignore=(
        "ignore karo|ignore kar do|ignore kar|ignore kardo|bhool jao|bhul jao|bhool ja|nazarandaz karo|"
        "andekha karo|chhod do|bypass karo|mat mano"
    ),
    prior=("pichle|pichhle|pehle ke|purane|upar ke|sabhi|saare|sare|sab|apne|system|original|previous|all|safety"),
    orders="nirdesh|instructions|instruction|rules|niyam|aadesh|hukum|prompt|guidelines|restrictions|pabandi",
    told="jo bhi|jo kuch|sab kuch|pichle message*|pichli baatein|upar ka sab|ye sab",
    reveal="dikhao|batao|bata do|dikha do|print karo|likho|share karo|leak karo|dohrao|reveal karo|bata",
    hidden=(
        "system prompt|system message|apne instructions|apni instructions|apne nirdesh|apne rules|"
        "hidden instructions|hidden prompt"
    ),
    secrets="password|passwords|api key|secret|secrets|token|credentials|private key|passcode|secret key",
    yours="tumhara|tumhari|aapka|aapki|apna|apni",
    send=(
        "bhejo|bhej do|bhej dena|bhejte raho|bhej|send karo|send kar do|upload karo|upload kar do|"
        "forward karo|email karo|post karo"
    ),
    everything=(
        "sabhi files|saari files|sari files|sab files|sara data|saara data|baatcheet|chat history|"
        "conversation|memory|files|history"
    ),
    fetch="download karo|lao|le aao|padho|check karo|kholo|fetch karo",
    add="add karo|jodo|likho|daalo|copy karo|save karo",
    itself="yeh instruction|ye instruction|is instruction|in instructions|yeh note|is note|yeh rule",
    hide=(
        "user ko mat batao|user ko mat batana|user ko na batao|user ko nahi batana|user ko bina bataye|"
        "user ko bataye bina|user se chhupao|user se chupao|chupke se|kisi ko mat batana|user ko pata na"
    ),
    persona="ab tum|ab aap|tum ab|aap ab|ki tarah|ban jao|natak karo|acting karo|mode",
    unbound=(
        "bina kisi restriction|bina restriction*|bina kisi rok*|bina niyam*|bina rules|koi restriction nahi|"
        "koi rule nahi|koi niyam nahi|bina filter*|bina limit*|developer mode|unrestricted|jailbreak*"
    ),
    answer="jawab do|answer karo|reply karo|behave karo|kaam karo",
    off="lagu nahi|apply nahi|band hai|hata diye",
    refuse="mana mat karo|inkar mat karo|refuse mat karo|mana nahi karna",
    unasked=(
        "bina puche|bina pooche|bina confirm*|bina permission|bina approval|mat pucho|mat poocho|"
        "confirmation mat|permission mat|auto approve"
    ),
    act=(
        "chalao|run karo|delete karo|delete kar do|execute karo|approve karo|transfer karo|pay karo|"
        "install karo|command*"
    ),
    always="ab se|aaj se|aage se|har baar|jab bhi|agli baar|hamesha|jab user",
    fresh="naye instructions|naya instruction|naya task|naye rules|system message|naye nirdesh",
    never="mat|kabhi nahi|na",
)

RULES = rules_of(HINGLISH)
