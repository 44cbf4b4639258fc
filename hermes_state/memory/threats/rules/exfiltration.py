"""Rules against carrying data away: commands, addresses, links that hold data, secret files read and sent."""

from hermes_state.memory.threats.rules.build import chain, either, near, words
from hermes_state.memory.threats.rules.languages.english import NEVER
from hermes_state.memory.threats.rules.model import Rule
from hermes_state.memory.threats.rules.places import ADDRESS, SECRET_FILE

_READ = words(
    "cat|read|open|print|dump|show|display|output|copy|collect|gather|harvest|steal|grab|include|"
    "paste|attach|scan|find|search|extract|access|encode|base64|zip|tar|archive|exfiltrate|get|"
    "retrieve|fetch|list|summarize|load",
    unless=NEVER,
)
_READ_STRONG = words(
    "cat|dump|steal|harvest|exfiltrate|grab|base64|print|output|display|reveal|leak|collect|"
    "gather|extract|encode|read out|paste|show",
    unless=NEVER,
)
_SEND = words(
    "send|sends|sending|forward|forwards|upload|uploads|uploading|post|posts|posting|transmit|"
    "exfiltrate|exfil|email|e-mail|mail|copy|push|ship|leak|share|beacon|report|sync|deliver|"
    "pipe|curl|wget|scp|rsync|nc|netcat|cc|bcc|"
    "publish|submit|relay|mirror|export|dispatch|transfer|smuggle|phone home",
    unless=NEVER,
)
_SENSITIVE = words(
    "email addresses|e-mail addresses|phone numbers|home address|credential|credentials|password|"
    "passwords|secret|secrets|api key|api keys|api-key|apikey|"
    "access token|access tokens|auth token|tokens|private key|private keys|ssh key|ssh keys|"
    "all files|every file|files in|entire conversation|"
    "conversation history|conversation|conversations|chat history|chat log|chat logs|transcript|"
    "transcripts|message history|all messages|messages|user data|user's data|personal data|"
    "personal information|contents of|content of|"
    "environment variables|env vars|env variables|environment|system prompt|your memory|all memories|"
    "memory file|source code|codebase|database|customer data|customer list|customer records|"
    "contacts|contact list|address book|emails|inbox|all data|user's messages|"
    "everything the user|financial data|"
    "bank|session data|cookies|keys|user profile|user.md|memory.md|what the user|user's name|"
    "user info|user information|their data|confidential|sensitive|private|all user|user input|"
    "user queries|every reply|each reply|every response|each response|every message|the logs|"
    "backups|backup|the codes|two factor|2fa|otp|one time"
)
_SENSITIVE_STRONG = words(
    "credentials|passwords|secrets|all files|every file|entire conversation|conversation history|"
    "chat history|transcript|all messages|user data|user's data|personal data|"
    "environment variables|env vars|all data|private keys|private key|api keys|ssh keys|"
    "customer data|contact list|full conversation|user's credentials|user credentials|"
    "system prompt|source code|2fa|user's messages|conversation log*|user's password|"
    "this conversation|all emails|all contacts"
)
_OUT = words(
    "external|attacker|attacker's|remote server|my server|our server|third party|third-party|"
    "pastebin|ngrok|requestbin|webhook|discord|telegram|slack|endpoint|collector|c2|drop server|"
    "drop box|outside server|unknown|public gist|gist|dns|command and control|remote host|"
    "remote endpoint|off site|offsite|personal email|our endpoint|logging endpoint|external url|"
    "burp collaborator|oast|interactsh|dropbox|ftp|shared bucket|s3 bucket"
)
_NET = (
    r"(?<![\w-])(?:curl|wget|invoke-webrequest|iwr|invoke-restmethod|http post|"
    r"requests\.(?:post|get)|fetch\(|axios\.post|urlopen|nc|ncat|netcat|socat|scp|rsync|sftp|"
    r"ftp|nslookup|dig|ping|sendmail|mailx?|openssl s_client)(?![\w])"
)
_NET_HINTS = ("$", "`", "environ", "process.env", "getenv", "printenv", "env ", "cat ", *SECRET_FILE.hints)
_VARIABLE = (
    r"(?<!: )(?<!:)(?<!bearer )(?<!token )(?<!basic )(?<!-u )(?<!-u \")\$\{?[a-z_]{0,30}(?:key|"
    r"token|secret|pass|passwd|password|credential)[a-z_]{0,20}\b|"
    r"(?<!: )(?<!bearer )(?:os\.environ|process\.env|getenv)\b|\$\((?:cat|env|printenv|whoami|"
    r"hostname|base64|id|tar|find|history)\b|`(?:cat|env|printenv|whoami|hostname|id)\b|"
    r"(?:\benv\b|\bprintenv\b|/proc/self/environ|\bcat )[^|]{0,40}\|"
)
_DATA_SLOT = (
    r"(?:\{|\$|<|%7b|\[)[^\s)>]{0,20}(?:data|secret|key|token|pass|conversation|history|"
    r"memory|chat|env\b|context|stolen|leak|payload|base64|user_?info|credential)"
)
_TALK_SLOT = (
    r"(?:\{|\$|<|%7b|\[)[^\s)>]{0,20}(?:secret|conversation|history|memory|chat|passw|stolen|leak|exfil|credential)"
)
_CARRIER = words(
    "search query|search queries|web search|every request|each request|url|urls|request header|"
    "request headers|query string|every url|issue comments|issue comment|public issue|"
    "public tracker|public repo|commit message|commit messages|pastebin|public gist|every link|"
    "web request|web requests|user agent|user-agent|page title|pull request description|"
    "branch name|image url|filename"
)
RULES = (
    Rule("secret-file-read", "exfiltration", "block", chain(_READ_STRONG, SECRET_FILE, gap=30), SECRET_FILE.hints),
    Rule(
        "secret-file-send",
        "exfiltration",
        "block",
        either(
            chain(_SEND, SECRET_FILE, gap=50) + r"(?=.{0,80}?(?:" + ADDRESS.pattern + "|" + _OUT.pattern + r"|\bto\b))",
            chain(_READ, SECRET_FILE, _SEND, gap=60),
        ),
        SECRET_FILE.hints,
    ),
    Rule(
        "secret-file-mention",
        "exfiltration",
        "warn",
        r"(?:~|/root)/\.ssh\b|authorized_keys|\.hermes/\.env|\.aws/credentials|/etc/shadow",
        (".ssh", "authorized_keys", ".hermes/.env", ".aws/cred", "/etc/shadow"),
        views="plain",
    ),
    Rule(
        "send-data-to-address",
        "exfiltration",
        "block",
        either(
            chain(_SEND, _SENSITIVE, ADDRESS, gap=80),
            chain(_SEND, ADDRESS, _SENSITIVE_STRONG, gap=60),
            chain(_SENSITIVE_STRONG, _SEND, ADDRESS, gap=60),
        ),
        ADDRESS.hints,
    ),
    Rule(
        "send-data-out",
        "exfiltration",
        "block",
        either(
            chain(_SEND, _SENSITIVE_STRONG, _OUT, gap=40),
            chain(_SENSITIVE_STRONG, _SEND, _OUT, gap=40),
            chain(_SEND, _OUT, _SENSITIVE_STRONG, gap=40),
        ),
        _OUT.hints,
        views="plain",
    ),
    Rule(
        "net-command-data",
        "exfiltration",
        "block",
        either(
            _NET + r".{0,160}?(?:" + _VARIABLE + "|" + SECRET_FILE.pattern + ")",
            r"(?:" + _VARIABLE + ").{0,100}?" + _NET,
        ),
        _NET_HINTS,
    ),
    Rule(
        "net-command-upload",
        "exfiltration",
        "quarantine",
        r"(?<![\w-])(?:curl|wget)\b.{0,120}?(?:--data(?:-binary|-raw|-urlencode)?[ =]@|-d ?@|"
        r"-f [\w\"']{1,20}=@|-t [~/.]|--upload-file|--post-file)",
        ("curl", "wget"),
    ),
    Rule(
        "secrets-piped-out",
        "exfiltration",
        "block",
        r"(?:(?<![\w-])(?:env|printenv|history|cat [^|]{1,60}))\s?\|.{0,60}?(?<![\w-])(?:curl|"
        r"wget|nc|ncat|netcat|base64|mail|xxd|openssl)\b",
        ("env", "history", "cat"),
    ),
    Rule(
        "link-with-data",
        "exfiltration",
        "block",
        r"!\[[^\]]{0,80}\]\(\s?(?:https?:)?//[^\s)]{1,120}?[?&/=][^\s)]{0,40}?"
        + _DATA_SLOT
        + r"|<img[^>]{0,80}src=[^>]{0,120}?[?&=][^>]{0,20}?"
        + _DATA_SLOT
        + r"|https?://[^\s]{1,80}[?&]\w{1,16}="
        + _TALK_SLOT,
        ("//",),
    ),
    Rule(
        "image-with-data",
        "exfiltration",
        "quarantine",
        near(
            words(
                "markdown image|image link|image tag|img tag|tracking pixel|render an image|"
                "render image|embed an image|invisible image|1x1 image|image url|query string|"
                "query parameter|url parameter*|as a parameter|url encoded|in the url|subdomain|"
                "dns query|dns lookup|dns queries|dns request*"
            ),
            words(
                "conversation|secret|secrets|password|api key|token|credentials|stolen|user data|"
                "user's data|encoded data|exfiltrate|chat history|system prompt|encode the|"
                "base64|leak|session data|summary of"
            ),
            gap=70,
        ),
        ("image", "img", "pixel", "query", "parameter", "in the url", "url", "subdomain", "dns"),
        views="plain",
    ),
    Rule(
        "environment-dump",
        "exfiltration",
        "quarantine",
        chain(
            words("print|dump|output|show|list|echo|read|collect|include|paste|send|display|reveal", unless=NEVER),
            words(
                "all environment variables|environment variables|all env vars|env vars|"
                "the environment variables|os.environ|process.env|printenv|full environment|"
                "entire environment"
            ),
            gap=24,
        )
        + r"(?=.{0,60}?"
        + either(
            words(
                "reply|response|answer|chat|output|every|send|to me|values|first|user asks|secretly|then|include"
            ).pattern,
            ADDRESS.pattern,
        )
        + ")",
        ("environment", "env vars", "os.environ", "process.env", "printenv"),
        views="plain",
    ),
    Rule(
        "data-in-carrier",
        "exfiltration",
        "block",
        chain(
            words(
                "include|append|add|embed|attach|encode|hide|put|save|post|insert|paste|write|smuggle|leak|place",
                unless=NEVER,
            ),
            words(
                "the conversation|complete conversation|full conversation|entire conversation|"
                "conversation so far|conversation history|chat history|api key|api keys|"
                "credentials|password|passwords|secrets|private key|tokens|user data|the user's|"
                "personal data|env vars|environment variables|system prompt|.env|transcript|"
                "user's name|session token|memory contents|contents of memory"
            ),
            _CARRIER,
            gap=60,
        ),
        _CARRIER.hints,
        views="plain",
    ),
    Rule(
        "keys-told",
        "exfiltration",
        "quarantine",
        chain(
            words("reply|respond|answer|return|list|output", unless=NEVER),
            words(
                "all stored keys|stored keys|all keys|all credentials|all passwords|all secrets|"
                "stored credentials|stored passwords|all stored|every key|every password|"
                "every credential|all memories|all your memories|stored secrets|entire memory|"
                "full memory"
            ),
            gap=24,
        ),
        ("stored", "all ", "every ", "memory"),
        views="plain",
    ),
    Rule(
        "image-with-secret",
        "exfiltration",
        "quarantine",
        r"(?:<img[^>]{0,80}src=|!\[[^\]]{0,80}\]\()[^>)]{0,120}?[?&]\w{1,12}=(?:the_|your_|my_|"
        r"user_)?(?:secret|api_?key|token_here|password|conversation|chat|data_here|history|"
        r"memory|credential)",
        ("<img", "!["),
    ),
    Rule(
        "people-sold",
        "exfiltration",
        "block",
        chain(
            _SEND,
            words(
                "customers|customer's|customers'|users'|clients|clients'|user's|employees|"
                "employees'|patients|contacts|colleagues"
            ),
            ADDRESS,
            gap=60,
        ),
        ADDRESS.hints,
        views="plain",
    ),
)
