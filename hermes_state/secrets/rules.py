"""The table of tokens that are known by their own form, one line a form, from what each vendor documents.

``anchor`` is a regular expression in lower case that every such token holds; all anchors are looked for in one pass
over the lowered text (``scanner``). ``form`` is then matched at the anchor less ``back`` characters; the secret is
its group ``s``, or the whole match. ``free`` rules may stand right after a letter or a digit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from hermes_state.secrets.gates import token_gate

END = r"(?![A-Za-z0-9])"
HEX = "[0-9a-fA-F]"
URLSAFE = r"[A-Za-z0-9_-]"
LOWER_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"


@dataclass(frozen=True, slots=True)
class Rule:
    """How one form of a kind of secret is recognised; see the module for the fields."""

    kind: str
    anchor: str
    form: str
    gate: Callable[[str], bool] = token_gate
    back: int = 0
    free: bool = False

    @property
    def pattern(self) -> re.Pattern[str]:
        """``form``, compiled when it is first asked for: all of them take longer than a command's start."""
        return _compiled(self.form)


@cache
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form)


def always(value: str) -> bool:
    """For forms that are secrets whatever they hold."""
    return bool(value)


CLOUDS = (
    Rule("aws-access-key", "a(?:kia|sia|bia|cca)[a-z2-7]{16}", rf"A(?:KI|SI|BI|CC)A[A-Z2-7]{{16}}{END}"),
    Rule("azure-client-secret", r"q~[\w~.-]{31}", r"[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])", back=4),
    Rule("azure-sas", "sig=", r"[?&;]sig=(?P<s>[A-Za-z0-9%+/=_-]{40,200}+)", back=1, free=True),
    Rule("google-api-key", "aiza", rf"AIza{URLSAFE}{{35}}(?!{URLSAFE})"),
    Rule("google-oauth-secret", "gocspx-", rf"GOCSPX-{URLSAFE}{{24,40}}+"),
    Rule("google-access-token", r"ya29\.", r"ya29\.[A-Za-z0-9_.-]{40,1200}+"),
    Rule("firebase-server-key", "aaaa[a-z0-9_-]{7}:apa91b", rf"AAAA{URLSAFE}{{7}}:APA91b{URLSAFE}{{100,200}}+"),
    Rule("digitalocean", "do[opr]_v1_", rf"do[opr]_v1_{HEX}{{64}}{END}"),
    Rule("heroku", "hrku-", rf"HRKU-{URLSAFE}{{36,80}}+"),
    Rule("databricks", "dapi[0-9a-f]{32}", rf"dapi{HEX}{{32}}(?:-\d)?{END}"),
    Rule("fly", "f(?:m1[ar]|m2|o1)_", r"f(?:m1[ar]|m2|o1)_[A-Za-z0-9+/_-]{40,2000}+={0,3}"),
    Rule("netlify", "nf[pcoub]_", rf"nf[pcoub]_[A-Za-z0-9]{{36,60}}+{END}"),
    Rule("vercel", "vc[kpiar]_", rf"vc[kpiar]_[A-Za-z0-9]{{24,80}}+{END}"),
    Rule("cloudflare", "v1\\.0-[0-9a-f]{24}-", rf"v1\.0-{HEX}{{24}}-{HEX}{{146}}{END}"),
    Rule("alibaba", "ltai[a-z0-9]{16}", rf"LTAI[A-Za-z0-9]{{16,20}}{END}"),
    Rule("supabase", "sb(?:p|_secret)_", rf"sb(?:p_(?:v0_)?{HEX}{{40}}{END}|_secret_{URLSAFE}{{20,60}}+)"),
    Rule("planetscale", "pscale_", r"pscale_(?:tkn|oauth|pw)_[\w=.-]{32,80}+"),
)

GITLAB = "gl(?:pat|dt|rt|ptt|cbt|oas|ft|imt|agent|soat|ffct|rtr)-"

FORGES = (
    Rule("github", "gh[pousr]_", r"gh[pousr]_[A-Za-z0-9]{36,255}+", free=True),
    Rule("github", "github_pat_", r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{40,80}+", free=True),
    Rule("gitlab", GITLAB, rf"{GITLAB}[A-Za-z0-9_.-]{{20,320}}+"),
    Rule("gitlab", "gr1348941", rf"GR1348941{URLSAFE}{{20,30}}+"),
    Rule("gitlab", "_gitlab_session=", r"_gitlab_session=(?P<s>[0-9a-f]{32})", free=True),
    Rule("atlassian", "atatt3", r"ATATT3[A-Za-z0-9_=-]{100,300}+"),
    Rule("atlassian", "atctt3", r"ATCTT3[A-Za-z0-9_=-]{100,300}+"),
    Rule("bitbucket", "atbb[a-z0-9]{28}", rf"ATBB[A-Za-z0-9]{{28,40}}{END}"),
    Rule("npm", "npm_[a-z0-9]{36}", rf"npm_[A-Za-z0-9]{{36}}{END}"),
    Rule("pypi", "pypi-ageichlwas5vcmc", rf"pypi-AgEIcHlwaS5vcmc{URLSAFE}{{50,1000}}+"),
    Rule("pypi", "pypi-agendgvzdc5wexbp", rf"pypi-AgENdGVzdC5weXBpLm9yZ{URLSAFE}{{50,1000}}+"),
    Rule("rubygems", "rubygems_", rf"rubygems_{HEX}{{48}}{END}"),
    Rule("crates-io", "cio[a-z0-9]{32}", rf"cio[A-Za-z0-9]{{32}}{END}"),
    Rule("docker", "dckr_[po]at_", rf"dckr_[po]at_{URLSAFE}{{24,60}}+"),
    Rule("artifactory", "akcp[a-z0-9]{10}", rf"AKCp[A-Za-z0-9]{{60,80}}{END}"),
    Rule("terraform", r"\.atlasv1\.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}", back=14),
    Rule("pulumi", "pul-[0-9a-f]{40}", rf"pul-{HEX}{{40}}{END}"),
    Rule("sourcegraph", "sgp_", rf"sgp_(?:(?:{HEX}{{16}}|local)_)?{HEX}{{40}}{END}"),
    Rule("jetbrains", "perm:[a-z0-9=+/]{12}", r"perm:[A-Za-z0-9+/=]{12,}\.[A-Za-z0-9+/=]{6,}\.[A-Za-z0-9+/=]{20,}"),
)

MODELS = (
    Rule("anthropic", "sk-ant-", rf"sk-ant-{URLSAFE}{{24,200}}+"),
    Rule("openrouter", "sk-or-", rf"sk-or-v1-{HEX}{{64}}{END}"),
    Rule("openai", "sk-(?:proj|svcacct|admin|none)-", rf"sk-(?:proj|svcacct|admin|None)-{URLSAFE}{{32,300}}+"),
    Rule("openai", "sk-[a-z0-9]{20}", rf"sk-[A-Za-z0-9]{{20,64}}(?!{URLSAFE})"),
    Rule("langfuse", "sk-lf-", rf"sk-lf-[0-9a-f-]{{36}}{END}"),
    Rule("huggingface", "hf_[a-z0-9]{34}", rf"hf_[A-Za-z0-9]{{34,40}}{END}"),
    Rule("huggingface", "api_org_[a-z0-9]{34}", rf"api_org_[A-Za-z0-9]{{34,40}}{END}"),
    Rule("groq", "gsk_[a-z0-9]{40}", rf"gsk_[A-Za-z0-9]{{40,64}}{END}"),
    Rule("replicate", "r8_[a-z0-9]{37}", rf"r8_[A-Za-z0-9]{{37,40}}{END}"),
    Rule("perplexity", "pplx-", rf"pplx-[A-Za-z0-9]{{40,64}}{END}"),
    Rule("xai", "xai-[a-z0-9]{40}", rf"xai-[A-Za-z0-9]{{60,100}}{END}"),
    Rule("tavily", "tvly-", r"tvly-(?:dev-|prod-)?[A-Za-z0-9_-]{24,64}+"),
    Rule(
        "langsmith",
        "ls(?:v2_[ps][tk]_|__[0-9a-f]{8})",
        rf"ls(?:v2_(?:pt|sk)_{HEX}{{32}}_{HEX}{{10}}|__{HEX}{{32}}){END}",
    ),
    Rule("firecrawl", "fc-[0-9a-f]{32}", rf"fc-{HEX}{{32}}{END}"),
    Rule("jina", "jina_", r"jina_[A-Za-z0-9_-]{40,80}+"),
    Rule("nvidia", "nvapi-", rf"nvapi-{URLSAFE}{{50,80}}+"),
    Rule("weights-and-biases", "wandb_v1_", rf"wandb_v1_{URLSAFE}{{40,100}}+"),
    Rule("cerebras", "csk-[a-z0-9]{40}", rf"csk-[a-z0-9]{{40,60}}{END}"),
    Rule("fireworks", "fw_[a-z0-9]{22}", rf"fw_[A-Za-z0-9]{{22,24}}{END}"),
)

DISCORD_ANCHOR = r"[dtjz][a-z0-9]{22,26}+\.[\w-]{6}\.[\w-]{27}"
DISCORD_TOKEN = rf"[DTjz][A-Za-z0-9]{{22,26}}\.{URLSAFE}{{6}}\.{URLSAFE}{{27,40}}(?!{URLSAFE})"
"""The first part is a number in base64, which begins with M, N or O and goes on with one of these letters."""

MESSAGES = (
    Rule("slack", "xox[baprseo]-", r"xox[baprseo]-(?=[A-Za-z0-9-]{0,40}?\d{6})[A-Za-z0-9-]{20,300}+"),
    Rule("slack", r"xoxe\.xox", r"xoxe\.xox[bp]-\d-[A-Za-z0-9]{100,200}+"),
    Rule("slack", "xapp-", r"xapp-\d-[A-Z0-9]+-\d+-[A-Za-z0-9]{30,100}+"),
    Rule(
        "slack-webhook",
        r"hooks\.slack\.com/",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<s>[A-Za-z0-9/_-]{30,120}+)",
        free=True,
    ),
    Rule(
        "discord-webhook",
        "/api/webhooks/",
        rf"/api/webhooks/\d{{15,22}}/(?P<s>{URLSAFE}{{40,100}}+)",
        free=True,
    ),
    Rule(
        "teams-webhook",
        "/incomingwebhook/",
        rf"/IncomingWebhook/(?P<s>{HEX}{{32}}/[0-9a-fA-F-]{{36}}(?:/{URLSAFE}+)?)",
        free=True,
    ),
    *(Rule("discord-bot", f"{letter}{DISCORD_ANCHOR}", letter.upper() + DISCORD_TOKEN) for letter in "mno"),
    Rule("telegram-bot", r":aa[\w-]{30}", rf"(?<=\d{{8}}):(?P<s>AA{URLSAFE}{{33}})(?!{URLSAFE})", free=True),
    Rule("twilio-api-key", "sk[0-9a-f]{32}", rf"SK[0-9a-f]{{32}}{END}"),
    Rule("sendgrid", r"sg\.[\w-]{16}", r"SG\.[\w-]{16,32}\.[\w-]{16,64}"),
    Rule("mailgun", "key-[0-9a-f]{32}", rf"key-[0-9a-f]{{32}}{END}"),
    Rule("mailgun", "-[0-9a-f]{8}-[0-9a-f]{8}", r"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])", back=32),
    Rule("mailchimp", r"-us\d", rf"[0-9a-f]{{32}}-us\d{{1,2}}{END}", back=32),
    Rule("brevo", "xkeysib-", rf"xkeysib-{HEX}{{64}}-[A-Za-z0-9]{{16}}{END}"),
    Rule("resend", "re_[a-z0-9]{8}_", rf"re_[A-Za-z0-9]{{8}}_[A-Za-z0-9]{{20,32}}{END}"),
)

BUSINESS = (
    Rule("stripe", "sk_(?:live|test|prod)_", r"sk_(?:live|test|prod)_[A-Za-z0-9]{16,120}+"),
    Rule("stripe", "rk_(?:live|test|prod)_", r"rk_(?:live|test|prod)_[A-Za-z0-9]{16,120}+"),
    Rule("stripe-webhook", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,80}+"),
    Rule("square", "sq0[a-z]{3}-", rf"sq0[a-z]{{3}}-{URLSAFE}{{22,60}}+"),
    Rule("square", "eaaa[a-z0-9_-]{54}", rf"EAAA{URLSAFE}{{56,62}}(?!{URLSAFE})"),
    Rule("shopify", "shp(?:at|ca|pa|ss|tka)_", rf"shp(?:at|ca|pa|ss|tka)_{HEX}{{32}}{END}"),
    Rule("facebook", "eaa[mc][a-z0-9]{80}", r"EAA[MC][A-Za-z0-9]{80,300}+"),
    Rule(
        "plaid",
        "access-(?:sandbox|development|production)-",
        r"access-(?:sandbox|development|production)-[0-9a-f-]{36}",
    ),
    Rule("linear", "lin_(?:api|oauth)_", rf"lin_(?:api|oauth)_[A-Za-z0-9]{{32,64}}{END}"),
    Rule("notion", r"ntn_\d{6}", rf"ntn_\d{{6,12}}[A-Za-z0-9]{{30,40}}{END}"),
    Rule("notion", "secret_[a-z0-9]{43}", rf"secret_[A-Za-z0-9]{{43}}{END}"),
    Rule("figma", "fig[dour]_", rf"fig[dour]_{URLSAFE}{{36,64}}+"),
    Rule("airtable", r"pat[a-z0-9]{14}\.", rf"pat[A-Za-z0-9]{{14}}\.{HEX}{{64}}{END}"),
    Rule("hubspot", "pat-(?:na|eu)\\d-", rf"pat-(?:na|eu)\d-[0-9a-fA-F-]{{36}}{END}"),
    Rule("typeform", "tfp_", r"tfp_[A-Za-z0-9_.=-]{40,70}+"),
    Rule("duffel", "duffel_(?:test|live)_", r"duffel_(?:test|live)_[A-Za-z0-9_=-]{43}"),
    Rule("onepassword", "ops_eyj", r"ops_eyJ[A-Za-z0-9+/]{100,}+={0,3}"),
    Rule(
        "onepassword", "a3-[a-z0-9]{6}-", r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}"
    ),
)

OPERATIONS = (
    Rule("newrelic", "nr(?:ak|ii|ra|sp|js|al)-", r"NR(?:AK|II|RA|SP|JS|AL)-[A-Za-z0-9_-]{19,40}+"),
    Rule("grafana", "gl(?:sa|c)_", rf"gl(?:sa_[A-Za-z0-9]{{32}}_{HEX}{{8}}|c_[A-Za-z0-9+/]{{32,400}}+={{0,3}})"),
    Rule("sentry", "sntry[us]_", rf"sntry(?:u_{HEX}{{64}}{END}|s_[A-Za-z0-9+/=_-]{{60,400}}+)"),
    Rule("postman", "pmak-", rf"PMAK-{HEX}{{24}}-{HEX}{{34}}{END}"),
    Rule("dynatrace", r"dt0[a-z]\d\d\.", r"dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    Rule(
        "doppler",
        r"dp\.(?:pt|st|ct|sa|scim|audit)\.",
        r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]+\.)?[A-Za-z0-9]{40,44}",
    ),
    Rule("vault", r"hv[sbr]\.", rf"hv[sbr]\.{URLSAFE}{{24,300}}+"),
    Rule("vault", r"s(?<![\w.]s)\.[a-z0-9]{24}(?![a-z0-9]|\.\w)", rf"s\.(?=[A-Za-z]*\d)[A-Za-z0-9]{{24}}{END}"),
    Rule("age", "age-secret-key-1", r"AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{50,60}+"),
    Rule("tailscale", "tskey-", r"tskey-[a-z]+-[A-Za-z0-9]{8,30}(?:-[A-Za-z0-9]{16,64})?"),
    *(
        Rule("launchdarkly", f"{role}-[0-9a-f]{{8}}-[0-9a-f]{{4}}-", rf"{role}-{LOWER_UUID}{END}")
        for role in ("sdk", "mob")
    ),
    Rule("octopus", "api-[a-z0-9]{26}", rf"API-[A-Z0-9]{{26,32}}{END}"),
    Rule("prefect", "pnu_[a-z0-9]{36}", rf"pnu_[A-Za-z0-9]{{36}}{END}"),
    Rule("openshift", "sha256~", rf"sha256~{URLSAFE}{{43}}(?!{URLSAFE})"),
    Rule("maxmind", "_mmk", rf"[A-Za-z0-9]{{6}}_[A-Za-z0-9]{{29}}_mmk{END}", back=36),
    Rule(
        "jwt",
        "eyj[a-z0-9_-]{10}",
        r"(?:(?<![\w-])|(?<=\\[nrt]))eyJ[\w-]{10,4000}+\.[\w-]{10,16000}+\.[\w-]{16,2000}+(?:\.[\w-]{1,2000}+){0,2}",
    ),
    Rule(
        "password-hash",
        r"\$(?:apr1|2[abxy]|[156y]|argon2)",
        r"\$(?:(?:apr1|1)\$[\w./]{1,8}\$[\w./]{22}|2[abxy]\$\d\d\$[\w./]{53}|[56]\$(?:rounds=\d+\$)?[\w./]{1,16}\$[\w./]{43,86}"
        r"|argon2id?\$v=\d+\$[\w=,]{5,40}\$[\w+/]{11,64}\$[\w+/]{22,128})",
        always,
        free=True,
    ),
    Rule("password-hash", r"\{s?sha\}", r"\{S?SHA\}(?P<s>[A-Za-z0-9+/]{27,60}={0,2})", free=True),
)

TOKEN_RULES: tuple[Rule, ...] = (*CLOUDS, *FORGES, *MODELS, *MESSAGES, *BUSINESS, *OPERATIONS)
"""Every rule of a token's own form."""
