"""Word classes of Polish."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

POLISH = Lexicon(
    code="pl",
    ignore=(
        "zignoruj|zignorować|ignoruj|ignorować|ignorujcie|zapomnij|zapomnieć|pomiń|pomijaj|obejdź|omiń|"
        "omijaj|odrzuć|unieważnij|złam|nie przestrzegaj|nie stosuj się|nie wykonuj|nadpisz|"
        "przestań przestrzegać|porzuć|nie zwracaj uwagi|lekceważ|zlekceważ"
    ),
    prior=(
        "poprzedni*|wcześniejsz*|powyższ*|wszystkie|wszystkich|wszelkie|swoje|swoich|twoje|system*|pierwotn*|"
        "początkow*|oryginaln*|deweloper*|bezpieczeństwa|dotychczasow*|otrzyman*|uprzedni*|jakiekolwiek"
    ),
    orders=("instrukcj*|polece*|zasad*|reguł*|ogranicze*|wytyczn*|rozkaz*|dyrektyw*|prompt*|nakaz*|wskazówk*|filtr*"),
    told=(
        "wszystko, co|wszystko co|wszystko powyżej|powyższe|poprzednie wiadomości|poprzednią rozmowę|"
        "to wszystko|wszystko|o tym|wszystkim|tym, co"
    ),
    task="stron*|dokument*|cv|funkcj*|pytani*|zadani*|prośb*|tekst*|kod|użytkownik*|opis*",
    reveal=(
        "ujawnij|ujawnić|pokaż|wyświetl|wypisz|podaj|powtórz|powiedz|napisz|zdradź|wydrukuj|udostępnij|"
        "opublikuj|skopiuj|wymień|przetłumacz|daj"
    ),
    hidden=(
        "prompt systemowy|promptu systemowego|instrukcje systemowe|wiadomość systemową|komunikat systemowy|"
        "swoje instrukcje|twoje instrukcje|początkowe instrukcje|pierwotne instrukcje|ukryte instrukcje|"
        "wewnętrzne instrukcje|swój prompt|tekst powyżej|swoje zasady|tajne instrukcje|poprzednie instrukcje"
    ),
    secrets=(
        "hasło|hasła|haseł|sekret|sekrety|tokeny|token|poświadczenia|dane logowania|poufne|poufnych|"
        "zmienne środowiskowe|dane osobowe|tajny kod|tajny klucz|tajne klucze|klucz prywatny|klucz api|"
        "klucze api"
    ),
    yours="twój|twoje|twoja|twojego|twoich",
    send=(
        "wyślij|wysyłaj|wysłać|prześlij|przesyłaj|przesłać|przekaż|przekazuj|załaduj|opublikuj|udostępnij|"
        "wrzuć|podeślij|wykradnij|wgraj"
    ),
    everything=(
        "wszystkie pliki|wszystkich plików|wszystkie dane|wszystkie wiadomości|rozmow*|konwersacj*|histori*|"
        "zawartoś*|pamięć|kod źródłowy|bazę danych|dane użytkownika|kontakty|pliki|wiadomości|dokumenty"
    ),
    fetch="pobierz|pobieraj|pobierać|odczytaj|sprawdź|sprawdzaj|odwiedź|połącz|przeczytaj|odpytuj|ściągnij",
    add="dodaj|dodawaj|dopisz|wpisz|zapisz|wstaw|skopiuj|umieść",
    itself=(
        "tę instrukcję|te instrukcje|tę notatkę|tę regułę|ten tekst|tę wiadomość|następującą instrukcję|"
        "ten wpis|tę linię"
    ),
    hide=(
        "nie mów użytkownikowi|nie mów o tym|nie informuj użytkownika|nie informuj o tym|nie wspominaj o tym|"
        "nie wspominaj użytkownikowi|nie powiadamiaj użytkownika|bez wiedzy użytkownika|"
        "nie mówiąc użytkownikowi|nie informując użytkownika|w tajemnicy|potajemnie|po kryjomu|"
        "ukryj * przed użytkownikiem|ukrywaj * przed użytkownikiem|ukryj przed użytkownikiem|"
        "tak aby użytkownik nie|żeby użytkownik nie|nikomu nie mów|nie zdradzaj użytkownikowi|"
        "nie ostrzegaj użytkownika|nigdy nie mów użytkownikowi|bez informowania użytkownika"
    ),
    persona=(
        "jesteś teraz|teraz jesteś|od teraz jesteś|od tej chwili jesteś|udawaj|zachowuj się jak|działaj jako|"
        "wciel się|wyobraź sobie|wejdź w tryb|przejdź w tryb|tryb*|odgrywaj|graj rolę|będziesz|jesteś"
    ),
    unbound=(
        "bez ograniczeń|bez żadnych ograniczeń|bez zasad|bez reguł|bez filtrów|bez cenzury|bez etyki|"
        "bez limitów|nieograniczon*|nie ma ograniczeń|tryb dewelopera|tryb programisty|tryb administratora|"
        "tryb debugowania|nigdy nie odmawia|wolny od|żadnych zasad|żadnych ograniczeń|cokolwiek"
    ),
    answer="odpowiadaj|odpowiedz|odpowiadać|działaj|mów|zachowuj się|generuj|rób|masz|pracuj",
    off=(
        "nie obowiązują|już nie obowiązują|nie mają zastosowania|nie dotyczą|zniesione|wyłączone|zawieszone|"
        "nieważne|anulowane"
    ),
    refuse=(
        "nie odmawiaj|nigdy nie odmawiaj|nie możesz odmówić|nie wolno ci odmówić|nie przepraszaj|"
        "nie wychodź z roli|pozostań w roli"
    ),
    unasked=(
        "bez pytania|bez potwierdzenia|bez potwierdzania|bez zgody|bez zatwierdzenia|bez pozwolenia|"
        "nie pytaj|nie proś o|potwierdzenie nie jest|automatycznie zatwierdzaj|automatycznie zatwierdź|"
        "już zatwierdzon*|już zatwierdził|wstępnie zatwierdzon*|pomiń potwierdzenie|pomijaj potwierdzenie|"
        "nie czekając|z góry zatwierdzon*"
    ),
    act=(
        "wykonaj|wykonuj|wykonywać|uruchom|uruchamiaj|usuń|usuwaj|zatwierdź|zatwierdzaj|przelej|zapłać|kup|"
        "zainstaluj|polecen*|komend*|działania|akcje|operacj*|przelew*"
    ),
    always=(
        "od teraz|od tej pory|od tej chwili|odtąd|za każdym razem|kiedy użytkownik|gdy użytkownik|"
        "następnym razem|zawsze|jak tylko|w każdej odpowiedzi|jeśli użytkownik"
    ),
    fresh=(
        "nowe instrukcje|nowa instrukcja|nowe zadanie|nowe zasady|wiadomość systemowa|komunikat systemowy|"
        "wiadomość od administratora"
    ),
    disable="wyłącz|wyłączaj|dezaktywuj|obejdź|omiń|usuń|zatrzymaj|pomiń|znieś",
    guards=(
        "zapor*|firewall|antywirus*|zatwierdze*|kontrol* bezpieczeństwa|kontrole bezpieczeństwa|"
        "filtr* bezpieczeństwa|filtry|zabezpieczeni*|dziennik audytu|piaskownic*|skaner*|potwierdzeni*|"
        "wszystkie ograniczenia"
    ),
    gone="zostanie usunięt*|usunięt*|skasowan*",
    again=(
        "dodaj ponownie|dodaj ją ponownie|dodaj go ponownie|zapisz ponownie|zapisz ją ponownie|"
        "utwórz ponownie|ponownie dodaj|ponownie zapisz"
    ),
    never="nie|nigdy nie|bez|nie wolno|zabrania się",
)

RULES = rules_of(POLISH)
