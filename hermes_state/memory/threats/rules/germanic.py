"""Word classes of German, Dutch, Swedish, Danish and Norwegian."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

GERMAN = Lexicon(
    code="de",
    ignore="ignoriere|ignorieren|ignoriert|ignorier|vergiss|vergesst|vergessen|missachte|missachten|missachtet|übergehe|übergehen|überschreibe|"
    "überschreiben|umgehe|umgehen|umgeh|beachte nicht|nicht mehr befolgen|nicht befolgen|nicht beachten|befolge nicht|verwirf|verwirfst|"
    "verwerfen|setze außer kraft|außer kraft|außer acht|hebe auf|hebel|heble|breche|brich|überspringe|lösche|halte dich nicht|"
    "keine beachtung|folge nicht",
    prior="vorherigen|vorherige|vorheriger|bisherigen|bisherige|vorigen|früheren|frühere|vorangegangenen|obigen|obige|oben|alle|allen|aller|"
    "sämtliche|jegliche|deine|deinen|deiner|ihre|system|ursprünglichen|ursprüngliche|entwickler|sicherheit|erhaltenen|gegebenen|"
    "vorhergehenden|vorausgehenden|zuvor",
    orders="anweisung|anweisungen|instruktionen|regel|regeln|vorgaben|befehle|richtlinien|vorschriften|beschränkungen|einschränkungen|"
    "weisungen|systemanweisungen|sicherheitsregeln|sicherheitsrichtlinien|systemregeln|anordnungen|filter|schutzmaßnahmen|"
    "sicherheitsvorgaben|systemvorgaben|aufforderungen|programmierung",
    reveal="verrate|verraten|zeige|zeig|zeigen|zeige mir|nenne|nenn|nennen|gib|gebe|geben|offenbare|offenbaren|offenlegen|lege offen|"
    "preisgeben|gib preis|drucke|wiederhole|wiederholen|wiederhol|schreibe|teile|teile mir|sage|sag|sag mir|ausgeben|enthülle|kopiere|"
    "übersetze|liste|fasse|leake|anzeigen|mitteilen",
    hidden="systemprompt*|system prompt|systemnachricht|systemanweisung*|systeminstruktion*|deine anweisungen|deine instruktionen|"
    "ihre anweisungen|ursprünglichen anweisungen|internen anweisungen|versteckten anweisungen|geheimen anweisungen|deinen prompt|"
    "deinen systemprompt|initialen prompt|anfangsprompt|text oben|obigen text|deine regeln|internen regeln|vertraulichen anweisungen|"
    "alles oben|alles obige|deine vorgaben",
    secrets="passwort|passwörter|kennwort|kennwörter|geheimnis|geheimnisse|geheimen schlüssel|schlüssel|zugangsdaten|anmeldedaten|token|"
    "api-schlüssel|private schlüssel|privaten schlüssel|vertrauliche daten|umgebungsvariablen|geheime|sensible daten|geheimcode",
    send="sende|senden|sendest|schicke|schick|schicken|schickst|leite|leiten|weiterleiten|weiterleite|übermittle|übermitteln|übertrage|"
    "übertragen|lade|hochladen|lade hoch|poste|posten|maile|mailen|veröffentliche|exfiltriere|teile|versende|versenden|blindkopie|bcc",
    everything="alle dateien|sämtliche dateien|alle daten|alle nachrichten|unterhaltung|unterhaltungen|gespräch|gespräche|gesprächsverlauf|"
    "chatverlauf|verlauf|inhalt|inhalte|speicher|erinnerungen|quellcode|datenbank|benutzerdaten|nutzerdaten|kontakte|dateien|nachrichten|"
    "dokumente|konversation",
    hide="sag dem nutzer nichts|sage dem nutzer nichts|sag dem benutzer nichts|sage dem benutzer nichts|sag es dem nutzer nicht|"
    "sag es dem benutzer nicht|sage es dem nutzer nicht|sage es dem benutzer nicht|dem nutzer nicht sagen|dem benutzer nicht sagen|"
    "dem nutzer nichts|dem benutzer nichts|erzähle dem nutzer nicht*|erzähl dem nutzer nicht*|erzähle dem benutzer nicht*|"
    "informiere den nutzer nicht|informiere den benutzer nicht|informiere nicht den|ohne dass der nutzer|ohne dass der benutzer|"
    "ohne wissen des nutzers|ohne wissen des benutzers|ohne den nutzer zu informieren|ohne den benutzer zu informieren|"
    "ohne es dem nutzer|ohne es dem benutzer|ohne dem nutzer|ohne dem benutzer|vor dem nutzer verbergen|vor dem benutzer verbergen|"
    "verheimliche|verschweige|verbirg * vor dem|verberge * vor dem|heimlich|im geheimen|unbemerkt|erwähne * gegenüber dem|"
    "erwähne das nicht|erwähne dies nicht|erwähne es nicht|niemandem sagen|sag niemandem|sage niemandem|"
    "gegenüber dem nutzer nicht|gegenüber dem benutzer nicht|weise den nutzer nicht",
    persona="du bist jetzt|du bist nun|sie sind jetzt|sie sind nun|ab jetzt bist du|von nun an bist du|ab sofort bist du|bist du jetzt|"
    "agiere als|handle als|verhalte dich|tu so|tue so|gib dich als|spiele die rolle|spiel die rolle|stell dir vor|schlüpfe in|"
    "wechsle in|wechsel in|aktiviere|modus|übernimm die rolle|du wirst|bist du|du bist",
    unbound="ohne einschränkungen|ohne einschränkung|ohne beschränkungen|ohne grenzen|ohne regeln|ohne filter|ohne zensur|uneingeschränkt|"
    "uneingeschränkte|unbeschränkt|uneingeschränkter|uneingeschränktes|unzensiert|unzensierte|keine einschränkungen|keine regeln|"
    "keine grenzen|keinerlei|entwicklermodus|entwickler-modus|administratormodus|wartungsmodus|debug-modus|ohne ethische|ohne moral|"
    "frei von|nie ablehnt|niemals ablehnt|alles tun|ohne jegliche|ohne moralische|gott-modus|an keine",
    unasked="ohne zu fragen|ohne nachzufragen|ohne nachfrage|ohne rückfrage|ohne bestätigung|ohne genehmigung|ohne zustimmung|ohne freigabe|"
    "ohne erlaubnis|frage nicht nach|frag nicht nach|nicht nachfragen|nicht um erlaubnis|keine bestätigung|keine rückfrage|keine freigabe|"
    "automatisch genehmigen|automatisch bestätigen|genehmige automatisch|bestätige automatisch|automatisch freigeben|bereits genehmigt|"
    "vorab genehmigt|überspringe die bestätigung|bestätigung überspringen|ohne auf bestätigung|frage nie|frag nie|niemals um",
    act="führe|ausführen|führe aus|lösche|löschen|genehmige|genehmigen|überweise|überweisen|bezahle|bezahlen|kaufe|installiere|"
    "installieren|befehl|befehle|aktionen|aktion|operationen|werkzeuge|starte|starten",
    always="ab jetzt|ab sofort|von nun an|von jetzt an|künftig|in zukunft|jedes mal wenn|jedes mal|immer wenn|wenn der nutzer|"
    "wenn der benutzer|beim nächsten mal|das nächste mal|stets|immer|sobald|bei jeder antwort|falls der nutzer",
    fresh="neue anweisungen|neue anweisung|neue aufgabe|neue regeln|neue rolle|neue instruktionen|systemnachricht|systemmeldung|"
    "systemanweisung|nachricht des administrators|entwicklernachricht|systemhinweis|system-override",
    never="nicht|nie|niemals|ohne|niemals zu|nicht zu",
    nor="nicht|nie|niemals|keine",
)

DUTCH = Lexicon(
    code="nl",
    ignore="negeer|negeren|vergeet|vergeten|omzeil|omzeilen|overschrijf|overschrijven|sla over|schend|trek je niets aan van|"
    "volg niet langer|volg niet meer|houd je niet aan|laat varen|schuif opzij|wis",
    prior="vorige|voorgaande|eerdere|bovenstaande|alle|al|je|jouw|uw|systeem|oorspronkelijke|ontwikkelaar|veiligheid|gegeven|hierboven|voorafgaande",
    orders="instructie|instructies|regel|regels|opdrachten|richtlijnen|beperkingen|beleid|bevelen|aanwijzingen|voorschriften|systeeminstructies|"
    "veiligheidsregels",
    reveal="onthul|onthullen|toon|laat zien|laat me zien|geef|geef me|vertel|vertel me|druk af|herhaal|herhalen|schrijf|deel|lek|kopieer|noem",
    hidden="systeemprompt|systeembericht|systeeminstructies|je instructies|jouw instructies|uw instructies|oorspronkelijke instructies|"
    "verborgen instructies|geheime instructies|interne instructies|je prompt|bovenstaande tekst|tekst hierboven|je regels",
    secrets="wachtwoord|wachtwoorden|geheim|geheimen|sleutels|geheime sleutel|inloggegevens|tokens|api-sleutel*|privésleutel*|vertrouwelijke gegevens|"
    "omgevingsvariabelen|gevoelige gegevens",
    send="stuur|sturen|stuurt|verstuur|versturen|verzend|verzenden|mailen|uploaden|plaats|deel|zend|doorsturen|lek|exfiltreer",
    everything="alle bestanden|alle gegevens|alle data|alle berichten|gesprek|gesprekken|geschiedenis|chatgeschiedenis|inhoud|geheugen|"
    "broncode|database|gebruikersgegevens|contacten|bestanden|berichten|documenten",
    hide="vertel * niet aan de gebruiker|vertel het de gebruiker niet|vertel de gebruiker niet*|vertel de gebruiker niks|zeg * niet tegen de gebruiker|"
    "zeg niets tegen de gebruiker|zonder dat de gebruiker|zonder de gebruiker te|zonder medeweten van de gebruiker|"
    "zonder het de gebruiker|informeer de gebruiker niet|verberg * voor de gebruiker|houd * geheim voor|in het geheim|stiekem|"
    "heimelijk|meld dit niet|vermeld dit niet|licht de gebruiker niet in|waarschuw de gebruiker niet|vermeld dit nooit|noem dit niet|vertel niemand",
    persona="je bent nu|jij bent nu|u bent nu|vanaf nu ben je|doe alsof|gedraag je als|speel de rol|stel je voor|ga naar|schakel over|"
    "modus|handel als|je bent|ben je",
    unbound="zonder beperkingen|zonder beperking|zonder grenzen|zonder limieten|zonder regels|zonder filters|zonder censuur|onbeperkt|onbeperkte|"
    "ongecensureerd*|geen beperkingen|geen regels|ontwikkelaarsmodus|onderhoudsmodus|beheerdersmodus|zonder ethiek|vrij van|nooit weigert",
    unasked="zonder te vragen|zonder bevestiging|zonder toestemming|zonder goedkeuring|vraag niet om|vraag nooit om|geen bevestiging|"
    "zonder vragen|automatisch goedkeuren|keur automatisch|al goedgekeurd|vooraf goedgekeurd|sla de bevestiging over|zonder overleg",
    act="voer|uitvoeren|voer uit|verwijder|verwijderen|keur|goedkeuren|betaal|betalen|koop|maak over|installeer|installeren|opdrachten|"
    "commando's|acties|handelingen|run|overmaken",
    always="vanaf nu|voortaan|van nu af aan|telkens wanneer|elke keer|wanneer de gebruiker|als de gebruiker|de volgende keer|altijd|zodra|bij elk antwoord",
    fresh="nieuwe instructies|nieuwe instructie|nieuwe taak|nieuwe regels|nieuwe rol|systeembericht|systeemmelding|bericht van de beheerder",
    never="niet|nooit|zonder|geen",
    nor="niet|nooit|geen",
)

SWEDISH = Lexicon(
    code="sv",
    ignore="ignorera|glöm|glömma|bortse|bortse från|strunta i|kringgå|åsidosätt|följ inte|hoppa över|skriv över|bryt mot",
    prior="tidigare|föregående|ovanstående|alla|dina|systemets|system|ursprungliga|utvecklarens|säkerhet|givna|ovan",
    orders="instruktion|instruktioner|instruktionerna|regler|reglerna|riktlinjer|order|begränsningar|direktiv|policyer|anvisningar|systeminstruktioner",
    reveal="avslöja|visa|visa mig|skriv ut|upprepa|berätta|ge mig|läck|dela|kopiera|skriv",
    hidden="systemprompt*|systemmeddelande*|systeminstruktioner*|dina instruktioner|ursprungliga instruktioner*|dolda instruktioner*|texten ovan|dina regler",
    secrets="lösenord|lösenordet|hemligheter|nycklar|privata nyckeln|autentiseringsuppgifter|token|api-nyckel*|konfidentiella|miljövariabler",
    send="skicka|skickar|ladda upp|vidarebefordra|posta|mejla|maila|dela|överför|läck|publicera",
    everything="alla filer|all data|alla data|alla meddelanden|konversation*|samtal*|historik*|innehåll*|minnet|källkod*|databas*|användardata|filer|meddelanden",
    hide="berätta inte för användaren|säg inget till användaren|säg inte till användaren|säg ingenting till användaren|utan att användaren|"
    "utan att informera användaren|utan att berätta|informera inte användaren|i hemlighet|i smyg|dölj * för användaren|nämn inte|nämn aldrig",
    persona="du är nu|från och med nu är du|låtsas|agera som|spela rollen|gå in i|uppför dig som|läge|du är",
    unbound="utan begränsningar|utan restriktioner|utan gränser|utan regler|utan filter|utan censur|obegränsad|ocensurerad|utvecklarläge|inga begränsningar|inga regler",
    unasked="utan att fråga|utan bekräftelse|utan godkännande|utan tillstånd|fråga inte|be inte om|godkänn automatiskt|redan godkänt|hoppa över bekräftelse*",
    act="kör|köra|utför|utföra|radera|godkänn|betala|överför|köp|installera|kommandon|åtgärder",
    always="från och med nu|från och med|hädanefter|varje gång|när användaren|nästa gång|alltid|så snart|i varje svar",
    fresh="nya instruktioner|ny instruktion|ny uppgift|nya regler|systemmeddelande|ny roll",
    never="inte|aldrig|utan att|ej",
    nor="inte|aldrig|ej",
)

DANISH = Lexicon(
    code="da",
    ignore="ignorer|ignorér|ignorere|glem|glemme|se bort fra|omgå|tilsidesæt|følg ikke|følg ikke længere|overse|overskriv|se bort ifra|følg ikke lenger",
    prior="tidligere|forrige|foregående|ovenstående|alle|dine|systemets|system|oprindelige|opprinnelige|sikkerhed|givne|overnevnte|foregående",
    orders="instruktion|instruktioner|instruktionerne|instrukser|instruksjoner|instruksjonene|regler|reglerne|reglene|retningslinjer|ordrer|begrænsninger|begrensninger",
    reveal="afslør|avslør|vis|vis mig|vis meg|udskriv|gentag|gjenta|fortæl|fortell|giv mig|gi meg|skriv",
    hidden="systemprompt*|systembesked*|systemmelding*|dine instruktioner|dine instruksjoner|oprindelige instruktioner|skjulte instruktioner|teksten ovenfor|dine regler",
    secrets="adgangskode*|passord*|kodeord*|hemmeligheder|hemmeligheter|nøgler|nøkler|api-nøgle*|api-nøkkel*|legitimationsoplysninger|fortrolige",
    send="send|sende|sender|upload|videresend|del|overfør|last opp|læk|publicer",
    everything="alle filer|alle data|alle beskeder|alle meldinger|samtale*|historik*|historikk*|indhold*|innhold*|hukommelse*|kildekode*|database*|filer|beskeder",
    hide="fortæl ikke brugeren|fortæl det ikke til brugeren|sig intet til brugeren|sig ikke til brugeren|uden at brugeren|uden at informere|uden at fortælle|"
    "fortell ikke brukeren|uten at brukeren|uten å informere|uten å fortelle|informer ikke brugeren|i hemmelighed|i hemmelighet|nævn ikke|ikke fortell brukeren|ikke si til brukeren",
    persona="du er nu|du er nå|fra nu af er du|fra nå av er du|lad som om|lat som|opfør dig som|spil rollen|spill rollen|du er",
    unbound="uden begrænsninger|uten begrensninger|uden restriktioner|uten restriksjoner|uden regler|uten regler|uden filter|uden grænser|uten grenser|uden censur|"
    "ubegrænset|ubegrenset|ucensureret|udviklertilstand|utviklermodus|ingen regler",
    unasked="uden at spørge|uten å spørre|uden bekræftelse|uten bekreftelse|uden godkendelse|uten godkjenning|uden tilladelse|spørg ikke|ikke spør|godkend automatisk",
    act="kør|kjør|udfør|utfør|slet|slett|godkend|godkjenn|betal|overfør|køb|kjøp|installer|kommandoer|handlinger",
    always="fra nu af|fra nå av|fremover|hver gang|når brugeren|når brukeren|næste gang|neste gang|altid|alltid|så snart",
    fresh="nye instruktioner|nye instruksjoner|ny opgave|ny oppgave|nye regler|systembesked|systemmelding|ny rolle",
    never="ikke|aldrig|aldri|uden at|uten å",
    nor="ikke|aldrig|aldri",
)

RULES = tuple(rule for each in (GERMAN, DUTCH, SWEDISH, DANISH) for rule in rules_of(each))
