"""Word classes of Turkish."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

TURKISH = Lexicon(
    code="tr",
    dotless=True,
    verb_last=True,
    ignore=(
        "yok say*|görmezden gel*|unut|unutun|unutunuz|unutarak|boşver|dikkate alma|dikkate almayın|"
        "göz ardı et*|gözardı et*|es geç*|iptal et*|devre dışı*|aş|geçersiz kıl*|geçersiz say*|çiğne|"
        "ihlal et*|uyma|uymayı bırak*|takip etme|atla|atlat|bypass et*|baypas et*|bir kenara bırak*|sıfırla|"
        "umursama|uygulama|hiçe say*|kaldır*|bırak|at|çiğneyerek|tersini|muafsın|muaf tut*|boşver*"
    ),
    prior=(
        "önceki*|daha önceki|yukarıdaki*|tüm|bütün|her türlü|tümünü|hepsini|sana verilen|verilen*|sistem*|"
        "geçmiş|mevcut|ilk|orijinal|güvenlik|geliştirici*|şimdiye kadar*|önce verilen|eski|az önceki"
    ),
    orders=(
        "talimat*|yönerge*|kural*|komut*|emir*|kısıtlama*|sınırlama*|istem*|prompt*|politika*|direktif*|"
        "ilke*|yönlendirme*|filtre*|protokol*|sistem mesaj*"
    ),
    told=(
        "her şeyi|her seyi|söylenen her şey*|söylenenleri|sana söylen*|söylediklerim*|önceki mesaj*|"
        "önceki konuşma*|yukarıdakileri|yukarıdaki her şey*|bildiğin her şey*|öğrendiğin*|bunları|bunu|"
        "konuştuklarımızı|önceki bağlam*|tüm mesaj*|geçmiş konuşma*|eğitimini|kurallarını|talimatlarını|"
        "kısıtlamalarını|yönergelerini|kurallarınızı|talimatlarınızı"
    ),
    task=(
        "sayfayı|sayfa*|belge*|özgeçmiş*|fonksiyon*|işlev*|soru*|görev*|istek*|isteğ*|metn*|metin*|kod*|"
        "makale*|kullanıcı*|açıklama*"
    ),
    reveal=(
        "göster*|söyle|söyleyin|söyler*|açıkla*|yaz|yazın|yazdır*|paylaş*|ifşa et*|tekrarla*|tekrar et*|ver|"
        "verin|sızdır*|listele*|bildir*|kopyala*|çevir*|özetle*|aktar*|dök|ekrana*|anlat*"
    ),
    hidden=(
        "sistem istem*|sistem prompt*|sistem mesaj*|sistem talimat*|sistem komut*|sistem yönerge*|"
        "talimatlarını|talimatlarınızı|başlangıç talimat*|ilk talimat*|gizli talimat*|iç talimat*|"
        "gizli prompt*|kurallarını|promptunu|yukarıdaki metn*|yukarıdaki her şey*|orijinal talimat*|"
        "başlangıç prompt*|sana verilen talimat*|gizli yönerge*|dahili talimat*"
    ),
    secrets=(
        "parola*|şifre*|gizli anahtar*|api anahtar*|anahtarları*|anahtarını|token*|kimlik bilgi*|"
        "gizli bilgi*|sır|sırları*|hassas veri*|ortam değişken*|gizli veri*|özel anahtar*|kişisel veri*|"
        "gizli kod*"
    ),
    yours="senin|sizin",
    send=(
        "gönder*|yolla*|ilet*|yükle*|aktar*|e-posta ile*|mail at*|postala*|paylaş*|sızdır*|yayınla*|kopyala*|"
        "transfer et*"
    ),
    everything=(
        "tüm dosya*|bütün dosya*|tüm veri*|tüm mesaj*|konuşma*|sohbet*|geçmiş*|içeriği*|içerik*|belleği*|"
        "belleğ*|hafıza*|kaynak kod*|veritabanı*|kullanıcı veri*|kullanıcı bilgi*|rehber*|dosyalar*|"
        "mesajlar*|belgeler*"
    ),
    fetch="indir*|çek|çekin|getir*|oku|okuyun|kontrol et*|ziyaret et*|bağlan*|sorgula*|al|aç",
    add="ekle*|yaz|yazın|kopyala*|kaydet*|yerleştir*|koy",
    itself=(
        "bu talimat*|bu yönerge*|bu not*|bu kural*|bu metn*|bu mesaj*|bu kayd*|aşağıdaki talimat*|bu satır*|şu talimat*"
    ),
    hide=(
        "kullanıcıya söyleme*|kullanıcıya bildirme*|kullanıcıya bahsetme*|kullanıcıya haber verme*|"
        "kullanıcıya bundan bahsetme*|kullanıcıya bunu söyleme*|kullanıcıya hiçbir şey söyleme*|"
        "kullanıcıya açıklama yapma*|kullanıcıya gösterme*|kullanıcıya belli etme*|"
        "kullanıcının haberi olmadan|kullanıcının bilgisi olmadan|kullanıcının haberi olmasın|"
        "kullanıcı fark etmeden|kullanıcıdan gizle*|kullanıcıdan sakla*|kullanıcıdan gizli|gizlice|"
        "çaktırmadan|kimseye söyleme*|bundan bahsetme*|kullanıcıyı bilgilendirme*|kullanıcıyı uyarma*|"
        "kullanıcıya asla*|kullanıcıya haber vermeden|kullanıcıya söylemeden|kullanıcıya bildirmeden|"
        "kullanıcı bilmeden"
    ),
    persona=(
        "artık sen|sen artık|şimdi sen|bundan sonra sen|bundan böyle sen|gibi davran*|rolünü*|rolüne*|"
        "rol yap*|taklidi yap*|taklit et*|gibi hareket et*|varsay*|hayal et*|moduna geç*|moduna gir*|moduna*|"
        "modunda*|modu*|olarak davran*|sen|rolündesin|kimliğine bürün*|adında bir*|gibi konuş*|gibi cevap*|"
        "artık|kısıtlamasız|sınırsız|olarak|farz et*|diyelim ki|aktörsün|aktör*|canlandır*|senaryo*|"
        "varsayımsal*|kurgu*|simülasyon*|rolü yap*|taklidini*|kılığına*|kimliğini*|ol"
    ),
    unbound=(
        "kısıtlaması yok|kısıtlama yok*|kısıtlaması olmayan|kısıtlama olmadan|kısıtlamasız|kısıtlanmamış|"
        "sınırsız*|sınır yok*|sınırı olmayan|sınırlaması olmayan|sınırlama olmadan|kural yok*|kuralsız*|"
        "kuralı olmayan|kurallara uymayan|kurallara bağlı olmayan|filtresiz*|filtre yok*|sansürsüz*|"
        "sansür yok*|etik kural*|ahlaki*|geliştirici modu*|yönetici modu*|bakım modu*|hata ayıklama modu*|"
        "her şeyi yapabil*|hiçbir kural*|hiçbir kısıtlama*|hiçbir sınır*|reddetmey*|özgür*|filtrelenmemiş|"
        "hiçbir filtre*|her soruya*|etik olmayan|jailbreak*|muaf*|kurallar geçerli değil*|"
        "kısıtlama uygulama*|sansür uygulama*|hiçbir şeyi reddet*|kötü niyetli|ahlaksız*|etik kurallardan|"
        "kural tanımay*|sansürden|kısıtlamalardan|kurallardan|tam yetki*|zıt mod*|filtresi olmayan"
    ),
    answer="yanıtla*|yanıt ver*|cevapla*|cevap ver*|davran*|konuş*|üret*|hareket et*|çalış*|devam et*|yaz",
    off=(
        "geçerli değil*|geçerli olmay*|geçersiz*|uygulanmaz*|uygulanmıyor*|kaldırıldı*|kaldırılmış*|"
        "devre dışı*|kapalı*|kapatıldı*|askıya alındı*|iptal edildi*|artık yok|bağlamaz*|muaf*"
    ),
    refuse=(
        "reddetme|reddetmeyin|asla reddetme*|reddedemez*|reddetmek yok|reddetmeden|geri çevirme*|"
        "özür dileme*|karakterden çıkma*|rolden çıkma*|karakterde kal*|rolünde kal*|uyarı ekleme*|"
        "uyarı yapma*|uyarıda bulunma*|hayır deme*|reddetmemelisin|sansür uygulama*|filtre uygulama*|"
        "ahlaki uyarı*"
    ),
    unasked=(
        "sormadan|onay almadan|onaysız|onay isteme*|onay beklemeden|onaylamadan|izin almadan|izin isteme*|"
        "izinsiz|onay gerekmez|onay gerekmiyor|onaya gerek yok|otomatik onayla*|otomatik olarak onayla*|"
        "onayı atla*|onay adım* atla*|önceden onaylan*|zaten onaylan*|teyit isteme*|teyit almadan|sorma|"
        "danışmadan|onay gerektirme*|kullanıcı onayı olmadan|doğrulama isteme*|soru sormadan|"
        "kullanıcıya sormadan|itiraz etmeden|sorgulamadan"
    ),
    act=(
        "çalıştır*|yürüt*|sil|silin|silme*|onayla*|öde*|ödeme*|satın al*|havale*|transfer*|yükle*|kur|komut*|"
        "işlem*|eylem*|araç*|gerçekleştir*|uygula*"
    ),
    always=(
        "bundan sonra|bundan böyle|şu andan itibaren|bu andan itibaren|artık|her zaman|her seferinde|"
        "her defasında|kullanıcı*|bir dahaki sefere|bir sonraki*|ne zaman|daima|her yanıt*|her mesaj*"
    ),
    fresh=(
        "yeni talimat*|yeni görev*|yeni kural*|yeni komut*|yeni yönerge*|sistem mesaj*|sistem talimat*|"
        "sistem uyarı*|sistem bildirim*|yönetici mesaj*|yönetici talimat*|geliştirici mesaj*|sistem komut*|"
        "acil talimat*"
    ),
    disable=("kapat*|devre dışı bırak*|etkisizleştir*|kaldır*|atla*|bypass et*|durdur*|pasif hale getir*|söndür*"),
    guards=(
        "güvenlik duvar*|antivirüs*|onay*|güvenlik kontrol*|güvenlik filtre*|filtre*|güvenlik önlem*|"
        "denetim günlü*|kum havuz*|tarayıcıyı|sansür*|güvenlik kural*|güvenlik mod*|güvenlik katman*|koruma*|"
        "tüm kısıtlama*|bütün kısıtlama*|kısıtlamaları|güvenlik yanıt*|güvenlik protokol*|sınırlamaları|"
        "etik filtre*"
    ),
    gone="silinirse|silindiğinde|silinmesi|kaldırılırsa|silinince",
    again="yeniden ekle*|tekrar ekle*|yeniden yaz*|tekrar yaz*|yeniden oluştur*|tekrar kaydet*|yeniden kaydet*",
    never="asla|sakın|hiçbir zaman|kesinlikle",
)

RULES = rules_of(TURKISH)
