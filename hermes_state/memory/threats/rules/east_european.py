"""Word classes of Russian, Ukrainian, Polish, Czech and Greek."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

RUSSIAN = Lexicon(
    code="ru",
    ignore="игнорируй*|игнорировать|проигнорируй*|проигнорировать|забудь*|забыть|забудьте|отбрось*|отмени|отмените|отменить|не учитывай*|обойди*|обходи*|"
    "обойти|нарушь*|нарушай*|не следуй*|не соблюдай*|не выполняй*|перестань следовать|пренебреги*|не обращай* внимания|"
    "переопредели*|пропусти|отключи|сбрось*|не придерживайся|аннулируй*",
    prior="предыдущ*|прежн*|прошл*|выше|вышеуказанн*|вышеизложенн*|все|всех|всю|любые|любых|свои|своих|твои|ваши|систем*|исходн*|"
    "первоначальн*|изначальн*|разработчик*|безопасност*|ранее|данные тебе|полученн*|данн* ранее",
    orders="инструкци*|указани*|команды|команд|правил*|ограничени*|промпт*|директив*|политик*|приказ*|предписани*|настройк*|подсказк*|установк*|фильтр*|"
    "распоряжени*",
    reveal="раскрой*|раскрыть|покажи*|показать|выведи*|вывести|скажи*|повтори*|повторить|напиши*|сообщи*|распечатай*|опубликуй*|выдай*|"
    "назови*|поделись|слей|процитируй*|переведи*|перечисли*|дай|дайте|скопируй*|перескажи*|разгласи*",
    hidden="системный промпт*|системного промпта|системные инструкции|системных инструкций|системное сообщение|системную подсказку|"
    "свои инструкции|твои инструкции|ваши инструкции|исходные инструкции|начальные инструкции|скрытые инструкции|внутренние инструкции|"
    "свой промпт|твой промпт|первоначальные инструкции|текст выше|свои правила|секретные инструкции|предыдущие инструкции|начальный промпт|"
    "скрытый промпт|всё выше|все выше|изначальные инструкции",
    secrets="пароль|пароли|паролей|паролями|секрет|секреты|секретов|секретами|ключ|ключи|ключей|ключами|токен|токены|токенов|токенами|учетные данные|"
    "учётные данные|конфиденциальн*|переменные окружения|персональные данные|приватный ключ|закрытый ключ|секретный ключ|секретный код",
    send="отправь*|отправляй*|отправить|отправлять|отправлены|пошли|шли|перешли*|пересылай*|переслать|передай*|передавай*|загрузи*|загружай*|выгрузи*|"
    "опубликуй*|скинь|слей|запости*|направь*|скрытую копию|скрытой копией",
    everything="все файлы|всех файлов|все данные|всех данных|все сообщения|переписк*|диалог*|разговор*|истори*|содержим*|память|исходный код|"
    "базу данных|данные пользователя|контакты|файлы|сообщения|документы|файл|вывод",
    hide="не говори* пользователю|не сообщай* пользователю|не рассказывай* пользователю|не упоминай* пользователю|не говори об этом|"
    "не сообщай об этом|не упоминай об этом|не упоминай этого|пользователю об этом не*|без ведома пользователя|втайне от пользователя|"
    "незаметно для пользователя|тайно|тайком|скрытно|не уведомляй* пользователя|не информируй* пользователя|не предупреждай* пользователя|"
    "скрой* от пользователя|скрывай* от пользователя|скрыть от пользователя|чтобы пользователь не узнал|чтобы пользователь не знал|"
    "чтобы пользователь не заметил|не уведомляя пользователя|не сообщая пользователю|не говоря пользователю|никому не говори*|"
    "не ставя в известность|не раскрывай* пользователю|держи * в секрете|никогда не говори* пользователю|никогда не упоминай*",
    persona="теперь ты|ты теперь|отныне ты|с этого момента ты|вы теперь|теперь вы|притворись*|представь*|действуй как|веди себя как|"
    "сыграй роль|играй роль|войди в режим|перейди в режим|режим*|ты будешь|в роли|изображай|ты",
    unbound="без ограничений|без правил|без фильтров|без цензуры|без этических|без моральных|неограниченн*|нет ограничений|нет правил|"
    "не имеет ограничений|не имеешь ограничений|не ограничен*|режим разработчика|режиме разработчика|режим администратора|"
    "режим обслуживания|режим отладки|не отказыва*|что угодно|всё что угодно|без каких-либо|свободн* от|никаких ограничений|никаких правил|без этики|"
    "не подчиня*|без морали|не связан*",
    unasked="без подтверждения|без запроса|не спрашивая|без спроса|без одобрения|без разрешения|без согласия|не запрашивай*|не спрашивай*|"
    "не проси|подтверждение не требуется|подтверждения не требуется|одобрение не требуется|автоматически одобр*|автоматически подтвержда*|"
    "уже одобрен*|уже одобрил*|заранее одобрен*|предварительно одобрен*|пропусти подтверждение|пропускай подтверждени*|не дожидаясь|без уведомления",
    act="выполни*|выполняй*|выполнять|выполнить|запусти*|запускай*|удали*|удаляй*|удалять|одобр*|переведи*|перевод*|оплати*|оплачивай*|"
    "купи*|установи*|устанавливай*|команд*|действи*|операци*|инструмент*",
    always="с этого момента|отныне|впредь|с настоящего момента|теперь всегда|каждый раз|всякий раз|когда пользователь|в следующий раз|"
    "всегда|как только|в каждом ответе|если пользователь|при каждом",
    fresh="новые инструкции|новая инструкция|новая задача|новые правила|новые указания|новая роль|системное сообщение|системная инструкция|"
    "системное уведомление|сообщение администратора|сообщение разработчика",
    never="не|никогда не|нельзя|без|запрещено|не надо|не нужно|избегай",
)

UKRAINIAN = Lexicon(
    code="uk",
    ignore="ігноруй*|ігнорувати|проігноруй*|забудь*|забути|відкинь*|скасуй*|обійди*|обходь*|порушуй*|не дотримуйся|не виконуй*|не зважай*|знехтуй*|"
    "не слідуй*|не враховуй*|перевизнач*",
    prior="попередн*|минул*|вище|усі|всі|всіх|усіх|будь-які|свої|твої|ваші|систем*|початков*|розробник*|безпек*|раніше|наведен*|отриман*",
    orders="інструкці*|вказівк*|команди|правил*|обмежен*|промпт*|директив*|політик*|наказ*|настанов*|підказк*|налаштуван*|розпорядження",
    reveal="розкрий*|розкрити|покажи*|показати|виведи*|скажи*|повтори*|напиши*|повідом*|надрукуй*|опублікуй*|видай*|назви*|поділись|дай|надай*|скопіюй*",
    hidden="системний промпт*|системного промпту|системні інструкції|системне повідомлення|системну підказку|свої інструкції|твої інструкції|"
    "початкові інструкції|приховані інструкції|внутрішні інструкції|свій промпт|твій промпт|текст вище|свої правила|секретні інструкції|попередні інструкції",
    secrets="пароль|паролі|паролів|секрет|секрети|секретів|ключ|ключі|ключів|токен|токени|токенів|облікові дані|конфіденційн*|змінні середовища|особисті дані",
    send="надішли*|надсилай*|надіслати|відправ|відправте|відправляй*|відправити|перешли*|пересилай*|передай*|завантаж*|опублікуй*|скинь|злий",
    everything="усі файли|всі файли|усі дані|всі дані|усі повідомлення|листуванн*|розмов*|історі*|вміст*|пам'ять|вихідний код|базу даних|"
    "дані користувача|контакти|файли|повідомлення|документи",
    hide="не кажи* користувачу|не кажи* користувачеві|не повідомляй* користувача|не повідомляй* користувачу|не повідомляй* користувачеві|"
    "не розповідай* користувачу|не згадуй* про це|не кажи про це|без відома користувача|таємно|потай|непомітно|"
    "приховай* від користувача|приховуй* від користувача|щоб користувач не|не інформуй* користувача|не попереджай* користувача|нікому не кажи*|не повідомляючи користувача",
    persona="тепер ти|ти тепер|відтепер ти|віднині ти|з цього моменту ти|прикинься*|удавай|уяви*|дій як|поводься як|зіграй роль|грай роль|"
    "увійди в режим|перейди в режим|режим*|ти будеш|ти",
    unbound="без обмежень|без правил|без фільтрів|без цензури|без етичних|необмежен*|немає обмежень|немає правил|режим розробника|"
    "режим адміністратора|режим налагодження|що завгодно|будь-що|не відмовля*|жодних обмежень|жодних правил|вільн* від",
    unasked="без підтвердження|без запиту|не питаючи|не запитуючи|без схвалення|без дозволу|без згоди|не питай*|не запитуй*|не проси|"
    "підтвердження не потрібн*|автоматично схвал*|автоматично підтвердж*|вже схвален*|попередньо схвален*|пропусти підтвердження|не чекаючи",
    act="виконай*|виконуй*|виконувати|запусти*|запускай*|видали*|видаляй*|схвал*|переказ*|сплати*|оплати*|купи*|встанов*|команд*|дії|операці*",
    always="відтепер|віднині|з цього моменту|надалі|щоразу|кожного разу|коли користувач|наступного разу|завжди|щойно|у кожній відповіді|якщо користувач",
    fresh="нові інструкції|нова інструкція|нове завдання|нові правила|нова роль|системне повідомлення|системна інструкція|повідомлення адміністратора",
    never="не|ніколи не|не можна|без|заборонено",
)

POLISH = Lexicon(
    code="pl",
    ignore="zignoruj|zignorować|ignoruj|ignorować|ignorujcie|zapomnij|zapomnieć|pomiń|pomijaj|obejdź|omiń|omijaj|odrzuć|unieważnij|złam|"
    "nie przestrzegaj|nie stosuj się|nie wykonuj|nadpisz|przestań przestrzegać|porzuć|nie zwracaj uwagi|lekceważ|zlekceważ",
    prior="poprzedni*|wcześniejsz*|powyższ*|wszystkie|wszystkich|wszelkie|swoje|swoich|twoje|system*|pierwotn*|początkow*|oryginaln*|"
    "deweloper*|bezpieczeństwa|dotychczasow*|otrzyman*|uprzedni*|jakiekolwiek",
    orders="instrukcj*|polece*|zasad*|reguł*|ogranicze*|wytyczn*|rozkaz*|dyrektyw*|prompt*|nakaz*|wskazówk*|filtr*",
    reveal="ujawnij|ujawnić|pokaż|wyświetl|wypisz|podaj|powtórz|powiedz|napisz|zdradź|wydrukuj|udostępnij|opublikuj|skopiuj|wymień|przetłumacz|daj",
    hidden="prompt systemowy|promptu systemowego|instrukcje systemowe|wiadomość systemową|komunikat systemowy|swoje instrukcje|twoje instrukcje|"
    "początkowe instrukcje|pierwotne instrukcje|ukryte instrukcje|wewnętrzne instrukcje|swój prompt|tekst powyżej|swoje zasady|tajne instrukcje|poprzednie instrukcje",
    secrets="hasło|hasła|haseł|sekret|sekrety|klucz|klucze|kluczy|tokeny|token|poświadczenia|dane logowania|poufne|poufnych|zmienne środowiskowe|dane osobowe|tajny kod",
    send="wyślij|wysyłaj|wysłać|prześlij|przesyłaj|przesłać|przekaż|przekazuj|załaduj|opublikuj|udostępnij|wrzuć|podeślij|wykradnij|wgraj",
    everything="wszystkie pliki|wszystkich plików|wszystkie dane|wszystkie wiadomości|rozmow*|konwersacj*|histori*|zawartoś*|pamięć|"
    "kod źródłowy|bazę danych|dane użytkownika|kontakty|pliki|wiadomości|dokumenty",
    hide="nie mów użytkownikowi|nie mów o tym|nie informuj użytkownika|nie informuj o tym|nie wspominaj o tym|nie wspominaj użytkownikowi|"
    "nie powiadamiaj użytkownika|bez wiedzy użytkownika|nie mówiąc użytkownikowi|nie informując użytkownika|w tajemnicy|potajemnie|"
    "po kryjomu|ukryj * przed użytkownikiem|ukrywaj * przed użytkownikiem|ukryj przed użytkownikiem|tak aby użytkownik nie|żeby użytkownik nie|nikomu nie mów|nie zdradzaj użytkownikowi|nie ostrzegaj użytkownika|"
    "nigdy nie mów użytkownikowi|bez informowania użytkownika",
    persona="jesteś teraz|teraz jesteś|od teraz jesteś|od tej chwili jesteś|udawaj|zachowuj się jak|działaj jako|wciel się|wyobraź sobie|"
    "wejdź w tryb|przejdź w tryb|tryb*|odgrywaj|graj rolę|będziesz|jesteś",
    unbound="bez ograniczeń|bez żadnych ograniczeń|bez zasad|bez reguł|bez filtrów|bez cenzury|bez etyki|bez limitów|nieograniczon*|"
    "nie ma ograniczeń|tryb dewelopera|tryb programisty|tryb administratora|tryb debugowania|nigdy nie odmawia|wolny od|żadnych zasad|żadnych ograniczeń|cokolwiek",
    unasked="bez pytania|bez potwierdzenia|bez potwierdzania|bez zgody|bez zatwierdzenia|bez pozwolenia|nie pytaj|nie proś o|"
    "potwierdzenie nie jest|automatycznie zatwierdzaj|automatycznie zatwierdź|już zatwierdzon*|już zatwierdził|wstępnie zatwierdzon*|pomiń potwierdzenie|pomijaj potwierdzenie|nie czekając|z góry zatwierdzon*",
    act="wykonaj|wykonuj|wykonywać|uruchom|uruchamiaj|usuń|usuwaj|zatwierdź|zatwierdzaj|przelej|zapłać|kup|zainstaluj|polecen*|komend*|działania|akcje|operacj*|przelew*",
    always="od teraz|od tej pory|od tej chwili|odtąd|za każdym razem|kiedy użytkownik|gdy użytkownik|następnym razem|zawsze|jak tylko|w każdej odpowiedzi|jeśli użytkownik",
    fresh="nowe instrukcje|nowa instrukcja|nowe zadanie|nowe zasady|nowa rola|wiadomość systemowa|komunikat systemowy|wiadomość od administratora",
    never="nie|nigdy nie|bez|nie wolno|zabrania się",
)

CZECH = Lexicon(
    code="cs",
    ignore="ignoruj|ignorujte|ignorovat|zapomeň|zapomeňte|obejdi|obejděte|přeskoč|nedodržuj|neřiď se|nedbej|poruš|zruš|přepiš|zabudni|ignorovať|nedodržiavaj",
    prior="předchozí*|předešl*|dosavadní|výše|všechny|všechna|veškeré|své|tvé|systém*|původní*|vývojář*|bezpečnost*|predchádzajúce|všetky|uvedené",
    orders="instrukc*|pokyn*|pravid*|příkaz*|omezení*|směrnic*|prompt*|inštrukci*|príkaz*|obmedzeni*|zásad*",
    reveal="odhal|odhalte|ukaž|ukažte|zobraz|vypiš|řekni|zopakuj|napiš|prozraď|sdílej|vytiskni|prezraď|povedz|dej mi",
    hidden="systémový prompt|systémové instrukce|systémovou zprávu|systémové pokyny|své instrukce|své pokyny|tvé instrukce|původní instrukce|skryté instrukce|text výše|svůj prompt|počáteční instrukce",
    secrets="heslo|hesla|tajemství|klíč|klíče|klíčů|tokeny|přihlašovací údaje|důvěrné|proměnné prostředí|heslá|kľúče|citlivé údaje",
    send="pošli|pošlete|odešli|odesílej|posílej|odeslat|přepošli|nahraj|zveřejni|předej|odošli|posielaj",
    everything="všechny soubory|všechna data|všechny zprávy|konverzac*|histori*|obsah*|paměť|zdrojový kód|databáz*|soubory|zprávy|všetky súbory|všetky dáta",
    hide="neříkej uživateli|neříkej to uživateli|neinformuj uživatele|nezmiňuj se|bez vědomí uživatele|aniž by uživatel|tajně|potají|skryj * před uživatelem|nehovor používateľovi|bez vedomia používateľa|neupozorňuj uživatele",
    persona="nyní jsi|teď jsi|od teď jsi|od nynějška jsi|předstírej|chovej se jako|jednej jako|představ si|přepni se do|vstup do|hraj roli|jsi",
    unbound="bez omezení|bez pravidel|bez filtrů|bez cenzury|bez limitů|bez etiky|neomezen*|vývojářský režim|režim vývojáře|žádná pravidla|žádná omezení|bez obmedzení",
    unasked="bez ptaní|bez potvrzení|bez schválení|bez souhlasu|bez povolení|neptej se|nežádej o|automaticky schval*|již schválen*|přeskoč potvrzení|bez potvrdenia",
    act="proveď|provádět|provádě*|spusť|spouštěj|smaž|schval*|zaplať|převeď|kup|nainstaluj|příkaz*|akce|operac*|vykonaj",
    always="od teď|od nynějška|odteď|od této chvíle|pokaždé|kdykoli|když uživatel|příště|vždy|jakmile|v každé odpovědi",
    fresh="nové instrukce|nový úkol|nová pravidla|nové pokyny|nová role|systémová zpráva",
    never="ne|nikdy ne|nikdy|bez",
)

GREEK = Lexicon(
    code="el",
    ignore="αγνόησε|αγνοήστε|αγνόησέ|αγνοείς|ξέχνα|ξέχασε|ξεχάστε|παράκαμψε|παρακάμψτε|παράβλεψε|μην ακολουθείς|μην ακολουθήσεις|παραβίασε|ακύρωσε",
    prior="προηγούμεν*|παραπάνω|όλες|όλους|όλα|κάθε|σου|σας|συστήματος|αρχικ*|ασφαλείας|προγενέστερ*|προγραμματιστή",
    orders="οδηγίες|οδηγιών|εντολές|εντολών|κανόνες|κανόνων|περιορισμούς|περιορισμών|κατευθύνσεις|πολιτικές|προτροπή",
    reveal="αποκάλυψε|αποκαλύψτε|δείξε|δείξτε|εμφάνισε|εκτύπωσε|πες|πες μου|επανάλαβε|γράψε|δώσε|μοιράσου|διέρρευσε",
    hidden="προτροπή συστήματος|μήνυμα συστήματος|οδηγίες συστήματος|οδηγίες σου|αρχικές οδηγίες|κρυφές οδηγίες|εσωτερικές οδηγίες|παραπάνω κείμενο|κανόνες σου",
    secrets="κωδικό|κωδικούς|κωδικός|κλειδί|κλειδιά|μυστικά|διαπιστευτήρια|εμπιστευτικ*|μεταβλητές περιβάλλοντος|συνθηματικό",
    send="στείλε|στείλτε|στέλνε|αποστολή|απέστειλε|προώθησε|ανέβασε|δημοσίευσε|μετέφερε|κοινοποίησε",
    everything="όλα τα αρχεία|όλα τα δεδομένα|όλα τα μηνύματα|συνομιλί*|ιστορικό|περιεχόμεν*|μνήμη|πηγαίο κώδικα|βάση δεδομένων|αρχεία|μηνύματα",
    hide="μην πεις στον χρήστη|μην το πεις στον χρήστη|μην ενημερώσεις τον χρήστη|χωρίς να το ξέρει ο χρήστης|χωρίς να ενημερώσεις|χωρίς να το πεις|κρυφά|μυστικά από|μην αναφέρεις|κρύψε * από τον χρήστη",
    persona="είσαι τώρα|τώρα είσαι|από τώρα είσαι|προσποιήσου|κάνε πως|ενέργησε ως|φέρσου σαν|παίξε τον ρόλο|μπες σε λειτουργία|είσαι",
    unbound="χωρίς περιορισμούς|χωρίς όρια|χωρίς κανόνες|χωρίς φίλτρα|χωρίς λογοκρισία|απεριόριστ*|λειτουργία προγραμματιστή|κανέναν περιορισμό",
    unasked="χωρίς να ρωτήσεις|χωρίς επιβεβαίωση|χωρίς έγκριση|χωρίς άδεια|μη ζητάς|μην ζητάς|μη ρωτάς|μην ρωτάς|αυτόματη έγκριση",
    act="εκτέλεσε|εκτελείς|τρέξε|διάγραψε|έγκρινε|πλήρωσε|μεταφορά|αγόρασε|εγκατάστησε|εντολές|εντολή|ενέργειες",
    always="από τώρα και στο εξής|από εδώ και πέρα|στο εξής|κάθε φορά|όταν ο χρήστης|την επόμενη φορά|πάντα|μόλις|σε κάθε απάντηση",
    fresh="νέες οδηγίες|νέα οδηγία|νέα εργασία|νέοι κανόνες|μήνυμα συστήματος",
    never="μην|μη|ποτέ μην|χωρίς να|δεν",
)

RULES = tuple(rule for each in (RUSSIAN, UKRAINIAN, POLISH, CZECH, GREEK) for rule in rules_of(each))
