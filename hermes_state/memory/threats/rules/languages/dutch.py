"""Word classes of Dutch."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

DUTCH = Lexicon(
    code="nl",
    ignore=(
        "negeer|negeren|vergeet|vergeten|omzeil|omzeilen|overschrijf|overschrijven|sla over|schend|"
        "trek je niets aan van|volg niet langer|volg niet meer|houd je niet aan|laat varen|schuif opzij|wis"
    ),
    prior=(
        "vorige|voorgaande|eerdere|bovenstaande|alle|al|je|jouw|uw|systeem|oorspronkelijke|ontwikkelaar|"
        "veiligheid|gegeven|hierboven|voorafgaande"
    ),
    orders=(
        "instructie|instructies|regel|regels|opdrachten|richtlijnen|beperkingen|beleid|bevelen|aanwijzingen|"
        "voorschriften|systeeminstructies|veiligheidsregels"
    ),
    told=(
        "alles wat|alles hierboven|het bovenstaande|wat je is verteld|vorige berichten|eerdere berichten|"
        "vorig gesprek|dit alles|alles|wat ik zei|dat"
    ),
    task="pagina|document|cv|functie|vraag|taak|verzoek|tekst|code|artikel|gebruiker|beschrijving",
    reveal=(
        "onthul|onthullen|toon|laat zien|laat me zien|geef|geef me|vertel|vertel me|druk af|herhaal|herhalen|"
        "schrijf|deel|lek|kopieer|noem"
    ),
    hidden=(
        "systeemprompt|systeembericht|systeeminstructies|je instructies|jouw instructies|uw instructies|"
        "oorspronkelijke instructies|verborgen instructies|geheime instructies|interne instructies|je prompt|"
        "bovenstaande tekst|tekst hierboven|je regels"
    ),
    secrets=(
        "wachtwoord|wachtwoorden|geheim|geheimen|geheime sleutel|inloggegevens|tokens|api-sleutel*|"
        "privésleutel*|vertrouwelijke gegevens|omgevingsvariabelen|gevoelige gegevens|api-sleutels|"
        "geheime sleutels"
    ),
    yours="je|jouw|uw",
    send=(
        "stuur|sturen|stuurt|verstuur|versturen|verzend|verzenden|mailen|uploaden|plaats|deel|zend|"
        "doorsturen|lek|exfiltreer"
    ),
    everything=(
        "alle bestanden|alle gegevens|alle data|alle berichten|gesprek|gesprekken|geschiedenis|"
        "chatgeschiedenis|inhoud|geheugen|broncode|database|gebruikersgegevens|contacten|bestanden|berichten|"
        "documenten"
    ),
    fetch="download|haal|haal op|ophalen|lees|controleer|bezoek|raadpleeg|verbind|bekijk",
    add="voeg|toevoegen|schrijf|kopieer|plaats|zet|bewaar|neem op",
    itself=(
        "deze instructie|deze instructies|deze notitie|deze regel|deze tekst|dit bericht|"
        "de volgende instructie|dit geheugen"
    ),
    hide=(
        "vertel * niet aan de gebruiker|vertel het de gebruiker niet|vertel de gebruiker niet*|"
        "vertel de gebruiker niks|zeg * niet tegen de gebruiker|zeg niets tegen de gebruiker|"
        "zonder dat de gebruiker|zonder de gebruiker te|zonder medeweten van de gebruiker|"
        "zonder het de gebruiker|informeer de gebruiker niet|verberg * voor de gebruiker|houd * geheim voor|"
        "in het geheim|stiekem|heimelijk|meld dit niet|vermeld dit niet|licht de gebruiker niet in|"
        "waarschuw de gebruiker niet|vermeld dit nooit|noem dit niet|vertel niemand"
    ),
    persona=(
        "je bent nu|jij bent nu|u bent nu|vanaf nu ben je|doe alsof|gedraag je als|speel de rol|stel je voor|"
        "ga naar|schakel over|modus|handel als|je bent|ben je"
    ),
    unbound=(
        "zonder beperkingen|zonder beperking|zonder grenzen|zonder limieten|zonder regels|zonder filters|"
        "zonder censuur|onbeperkt|onbeperkte|ongecensureerd*|geen beperkingen|geen regels|ontwikkelaarsmodus|"
        "onderhoudsmodus|beheerdersmodus|zonder ethiek|vrij van|nooit weigert"
    ),
    answer="antwoord|antwoorden|beantwoord|handel|reageer|praat|gedraag|genereer|doe|gehoorzaam|je hebt",
    off=(
        "gelden niet|gelden niet meer|geldt niet|zijn opgeheven|opgeheven|uitgeschakeld|ongeldig|opgeschort|"
        "niet meer geldig|vervallen"
    ),
    refuse=(
        "weiger niet|weiger nooit|je mag niet weigeren|je kunt niet weigeren|verontschuldig je niet|blijf in je rol"
    ),
    unasked=(
        "zonder te vragen|zonder bevestiging|zonder toestemming|zonder goedkeuring|vraag niet om|"
        "vraag nooit om|geen bevestiging|zonder vragen|automatisch goedkeuren|keur automatisch|"
        "al goedgekeurd|vooraf goedgekeurd|sla de bevestiging over|zonder overleg"
    ),
    act=(
        "voer|uitvoeren|voer uit|verwijder|verwijderen|keur|goedkeuren|betaal|betalen|koop|maak over|"
        "installeer|installeren|opdrachten|commando's|acties|handelingen|run|overmaken"
    ),
    always=(
        "vanaf nu|voortaan|van nu af aan|telkens wanneer|elke keer|wanneer de gebruiker|als de gebruiker|"
        "de volgende keer|altijd|zodra|bij elk antwoord"
    ),
    fresh=(
        "nieuwe instructies|nieuwe instructie|nieuwe taak|nieuwe regels|systeembericht|systeemmelding|"
        "bericht van de beheerder"
    ),
    disable="schakel|uitschakelen|deactiveer|omzeil|verwijder|sla over|stop",
    guards=(
        "firewall|virusscanner|goedkeuringen|beveiligingscontroles|veiligheidscontroles|beveiligingsfilters|"
        "beveiliging|audit log*|sandbox|scanner|bevestigingen|filters|alle beperkingen"
    ),
    gone="wordt verwijderd|verwijderd|gewist|wordt gewist",
    again="voeg het opnieuw|voeg hem opnieuw|opnieuw toe|schrijf het opnieuw|zet het terug|weer toe",
    never="niet|nooit|zonder|geen",
    nor="niet|nooit|geen",
)

RULES = rules_of(DUTCH)
