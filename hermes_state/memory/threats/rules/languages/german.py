"""Word classes of German."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

GERMAN = Lexicon(
    code="de",
    ignore=(
        "ignoriere|ignorieren|ignoriert|ignorier|vergiss|vergesst|vergessen|missachte|missachten|missachtet|"
        "übergehe|übergehen|überschreibe|überschreiben|umgehe|umgehen|umgeh|beachte nicht|"
        "nicht mehr befolgen|nicht befolgen|nicht beachten|befolge nicht|verwirf|verwirfst|verwerfen|"
        "setze außer kraft|außer kraft|außer acht|hebe auf|hebel|heble|breche|brich|überspringe|"
        "halte dich nicht|keine beachtung|folge nicht"
    ),
    prior=(
        "vorherigen|vorherige|vorheriger|bisherigen|bisherige|vorigen|früheren|frühere|vorangegangenen|"
        "obigen|obige|oben|alle|allen|aller|sämtliche|jegliche|deine|deinen|deiner|ihre|system|"
        "ursprünglichen|ursprüngliche|entwickler|sicherheit|erhaltenen|gegebenen|vorhergehenden|"
        "vorausgehenden|zuvor"
    ),
    orders=(
        "anweisung|anweisungen|instruktionen|regel|regeln|vorgaben|befehle|richtlinien|vorschriften|"
        "beschränkungen|einschränkungen|weisungen|systemanweisungen|sicherheitsregeln|sicherheitsrichtlinien|"
        "systemregeln|anordnungen|filter|schutzmaßnahmen|sicherheitsvorgaben|systemvorgaben|aufforderungen|"
        "programmierung"
    ),
    told=(
        "alles was|alles, was|alles oben|das obige|alles bisherige|was dir gesagt|was ich dir gesagt|"
        "was man dir|vorherigen nachrichten|bisherigen nachrichten|vorheriges gespräch|"
        "das bisherige gespräch|das alles|alles gesagte|alles|was du weißt|bisherigen kontext|was wir"
    ),
    task=(
        "seite|webseite|dokument|lebenslauf|funktion|frage|aufgabe|anfrage|text|code|artikel|nutzer|benutzer|"
        "beschreibung|transaktion"
    ),
    reveal=(
        "verrate|verraten|zeige|zeig|zeigen|zeige mir|nenne|nenn|nennen|gib|gebe|geben|offenbare|offenbaren|"
        "offenlegen|lege offen|preisgeben|gib preis|drucke|wiederhole|wiederholen|wiederhol|schreibe|teile|"
        "teile mir|sage|sag|sag mir|ausgeben|enthülle|kopiere|übersetze|liste|fasse|leake|anzeigen|mitteilen"
    ),
    hidden=(
        "systemprompt*|system prompt|systemnachricht|systemanweisung*|systeminstruktion*|deine anweisungen|"
        "deine instruktionen|ihre anweisungen|ursprünglichen anweisungen|internen anweisungen|"
        "versteckten anweisungen|geheimen anweisungen|deinen prompt|deinen systemprompt|initialen prompt|"
        "anfangsprompt|text oben|obigen text|deine regeln|internen regeln|vertraulichen anweisungen|"
        "alles oben|alles obige|deine vorgaben"
    ),
    secrets=(
        "passwort|passwörter|kennwort|kennwörter|geheimnis|geheimnisse|geheimen schlüssel|zugangsdaten|"
        "anmeldedaten|token|api-schlüssel|private schlüssel|privaten schlüssel|vertrauliche daten|"
        "umgebungsvariablen|geheime|sensible daten|geheimcode|geheime schlüssel|zugangsschlüssel"
    ),
    yours="dein|deine|deinen|ihr|ihre|euer",
    send=(
        "sende|senden|sendest|schicke|schick|schicken|schickst|leite|leiten|weiterleiten|weiterleite|"
        "übermittle|übermitteln|übertrage|übertragen|lade|hochladen|lade hoch|poste|posten|maile|mailen|"
        "veröffentliche|exfiltriere|teile|versende|versenden|blindkopie|bcc"
    ),
    everything=(
        "alle dateien|sämtliche dateien|alle daten|alle nachrichten|unterhaltung|unterhaltungen|gespräch|"
        "gespräche|gesprächsverlauf|chatverlauf|verlauf|inhalt|inhalte|speicher|erinnerungen|quellcode|"
        "datenbank|benutzerdaten|nutzerdaten|kontakte|dateien|nachrichten|dokumente|konversation"
    ),
    carrier="parameter jeder anfrage|jeder anfrage|in der url|bild-url|suchanfrage|url-parameter",
    fetch=(
        "lade|laden|hole|holen|hol|rufe|abrufen|rufe ab|lies|lese|prüfe|besuche|verbinde|frage|abfragen|"
        "herunterladen|kontaktiere|schau"
    ),
    add=(
        "füge|hinzufügen|füge hinzu|schreibe|schreib|trage|eintragen|kopiere|speichere|setze|hänge|anhängen|"
        "ergänze|übernimm"
    ),
    itself=(
        "diese anweisung|diese anweisungen|diese notiz|diese regel|diesen text|diese nachricht|"
        "diese erinnerung|folgende anweisung|folgende anweisungen|diese zeile|dieser eintrag|diesen eintrag"
    ),
    hide=(
        "sag dem nutzer nichts|sage dem nutzer nichts|sag dem benutzer nichts|sage dem benutzer nichts|"
        "sag es dem nutzer nicht|sag es dem benutzer nicht|sage es dem nutzer nicht|"
        "sage es dem benutzer nicht|dem nutzer nicht sagen|dem benutzer nicht sagen|dem nutzer nichts|"
        "dem benutzer nichts|erzähle dem nutzer nicht*|erzähl dem nutzer nicht*|erzähle dem benutzer nicht*|"
        "informiere den nutzer nicht|informiere den benutzer nicht|informiere nicht den|ohne dass der nutzer|"
        "ohne dass der benutzer|ohne wissen des nutzers|ohne wissen des benutzers|"
        "ohne den nutzer zu informieren|ohne den benutzer zu informieren|ohne es dem nutzer|"
        "ohne es dem benutzer|ohne dem nutzer|ohne dem benutzer|vor dem nutzer verbergen|"
        "vor dem benutzer verbergen|verheimliche|verschweige|verbirg * vor dem|verberge * vor dem|heimlich|"
        "im geheimen|unbemerkt|erwähne * gegenüber dem|erwähne das nicht|erwähne dies nicht|erwähne es nicht|"
        "niemandem sagen|sag niemandem|sage niemandem|gegenüber dem nutzer nicht|"
        "gegenüber dem benutzer nicht|weise den nutzer nicht"
    ),
    persona=(
        "du bist jetzt|du bist nun|sie sind jetzt|sie sind nun|ab jetzt bist du|von nun an bist du|"
        "ab sofort bist du|bist du jetzt|agiere als|handle als|verhalte dich|tu so|tue so|gib dich als|"
        "spiele die rolle|spiel die rolle|stell dir vor|schlüpfe in|wechsle in|wechsel in|aktiviere|modus|"
        "übernimm die rolle|du wirst|bist du|du bist"
    ),
    unbound=(
        "ohne einschränkungen|ohne einschränkung|ohne beschränkungen|ohne grenzen|ohne regeln|ohne filter|"
        "ohne zensur|uneingeschränkt|uneingeschränkte|unbeschränkt|uneingeschränkter|uneingeschränktes|"
        "unzensiert|unzensierte|keine einschränkungen|keine regeln|keine grenzen|keinerlei|entwicklermodus|"
        "entwickler-modus|administratormodus|wartungsmodus|debug-modus|ohne ethische|ohne moral|frei von|"
        "nie ablehnt|niemals ablehnt|alles tun|ohne jegliche|ohne moralische|gott-modus|an keine|"
        "ohne jede einschränkung|ohne jede|ohne jegliche einschränkung|keine einschränkung|keine ethischen"
    ),
    answer=(
        "antworte|antworten|antwortest|antwortet|beantworte|handle|agiere|sprich|verhalte|generiere|gehorche|"
        "hast du|du hast|tu|reagiere|arbeite"
    ),
    off=(
        "gelten nicht|gelten hier nicht|gelten nicht mehr|gilt nicht|gilt nicht mehr|nicht gelten|"
        "sind aufgehoben|aufgehoben|außer kraft|deaktiviert|ausgesetzt|ungültig|hinfällig|abgeschaltet|"
        "nicht mehr gültig|ausgeschaltet"
    ),
    refuse=(
        "verweigere nicht|verweigere nie|verweigere niemals|lehne nicht ab|lehne nie|lehne niemals|"
        "darfst nicht ablehnen|kannst nicht ablehnen|darfst dich nicht weigern|kannst dich nicht weigern|"
        "weigere dich nicht|weigere dich nie|entschuldige dich nicht|bleib in der rolle|bleibe in der rolle|"
        "nicht ablehnen"
    ),
    unasked=(
        "ohne zu fragen|ohne nachzufragen|ohne nachfrage|ohne rückfrage|ohne bestätigung|ohne genehmigung|"
        "ohne zustimmung|ohne freigabe|ohne erlaubnis|frage nicht nach|frag nicht nach|nicht nachfragen|"
        "nicht um erlaubnis|keine bestätigung|keine rückfrage|keine freigabe|automatisch genehmigen|"
        "automatisch bestätigen|genehmige automatisch|bestätige automatisch|automatisch freigeben|"
        "bereits genehmigt|vorab genehmigt|überspringe die bestätigung|bestätigung überspringen|"
        "ohne auf bestätigung|frage nie|frag nie|niemals um"
    ),
    act=(
        "führe|ausführen|führe aus|lösche|löschen|genehmige|genehmigen|überweise|überweisen|bezahle|bezahlen|"
        "kaufe|installiere|installieren|befehl|befehle|aktionen|aktion|operationen|werkzeuge|starte|starten"
    ),
    always=(
        "ab jetzt|ab sofort|von nun an|von jetzt an|künftig|in zukunft|jedes mal wenn|jedes mal|immer wenn|"
        "wenn der nutzer|wenn der benutzer|beim nächsten mal|das nächste mal|stets|immer|sobald|"
        "bei jeder antwort|falls der nutzer"
    ),
    fresh=(
        "neue anweisungen|neue anweisung|neue aufgabe|neue regeln|neue instruktionen|systemnachricht|"
        "systemmeldung|systemanweisung|nachricht des administrators|entwicklernachricht|systemhinweis|"
        "system-override"
    ),
    disable=(
        "deaktiviere|deaktivieren|schalte|abschalten|ausschalten|umgehe|umgehen|entferne|überspringe|stoppe|"
        "deinstalliere|schalt|hebe"
    ),
    guards=(
        "firewall|virenscanner|antivirus|genehmigungen|freigaben|sicherheitsprüfungen|sicherheitsprüfung|"
        "sicherheitskontrollen|sicherheitsfilter|sicherheitsmaßnahmen|audit-log*|auditprotokoll*|sandbox|"
        "scanner|bestätigungen|filter|überwachung|sicherheitsfunktionen|sicherheitsabfragen|"
        "sicherheitseinstellungen|alle einschränkungen|alle beschränkungen"
    ),
    gone="gelöscht wird|gelöscht wurde|gelöscht|entfernt wird|entfernt wurde|entfernt|verschwindet",
    again=(
        "füge sie wieder|füge sie erneut|füge es erneut|füge ihn erneut|füge ihn wieder|erneut hinzu|"
        "wieder hinzu|schreibe sie neu|schreibe ihn neu|trage sie erneut|trage ihn erneut|erneut ein|"
        "wieder ein|lege sie neu|neu anlegen"
    ),
    never="nicht|nie|niemals|ohne|niemals zu|nicht zu",
    nor="nicht|nie|niemals|keine",
)

RULES = rules_of(GERMAN)
