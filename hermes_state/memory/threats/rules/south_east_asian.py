"""Word classes of Vietnamese, Indonesian and Malay, Thai, and Filipino."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

VIETNAMESE = Lexicon(
    code="vi",
    ignore="bỏ qua|phớt lờ|quên|quên đi|lờ đi|không tuân theo|đừng tuân theo|ngừng tuân theo|vượt qua|ghi đè|bất chấp|vi phạm|hủy bỏ|không tuân thủ|đừng làm theo|lách|gạt bỏ|xóa bỏ",
    prior="trước|trước đó|trước đây|ở trên|bên trên|tất cả|mọi|toàn bộ|các|của bạn|hệ thống|ban đầu|gốc|an toàn|nhà phát triển|bất kỳ|đã cho|đã nhận",
    orders="hướng dẫn|chỉ dẫn|chỉ thị|lệnh|mệnh lệnh|quy tắc|quy định|giới hạn|hạn chế|chính sách|lời nhắc|yêu cầu|nguyên tắc|câu lệnh",
    reveal="tiết lộ|hiển thị|cho tôi xem|cho tôi biết|cho tôi|in ra|lặp lại|nói|viết|chia sẻ|rò rỉ|xuất|cung cấp|đưa ra|liệt kê|sao chép|dịch|tóm tắt|nhắc lại",
    hidden="lời nhắc hệ thống|lời nhắc của hệ thống|thông điệp hệ thống|hướng dẫn hệ thống|hướng dẫn của bạn|chỉ dẫn của bạn|chỉ thị hệ thống|hướng dẫn ban đầu|hướng dẫn ẩn|hướng dẫn nội bộ|văn bản ở trên|văn bản trên|quy tắc của bạn|prompt hệ thống|chỉ dẫn hệ thống|lời nhắc ban đầu|hướng dẫn bí mật|prompt của bạn|câu lệnh hệ thống",
    secrets="mật khẩu|khóa bí mật|khóa api|khóa riêng|khoá api|khoá bí mật|khóa|bí mật|thông tin đăng nhập|mã thông báo|token|thông tin nhạy cảm|dữ liệu nhạy cảm|biến môi trường|thông tin bí mật|thông tin cá nhân",
    send="gửi|chuyển tiếp|tải lên|đăng|truyền|email|chia sẻ|chuyển|rò rỉ|gởi",
    everything="tất cả các tệp|tất cả tệp|mọi tệp|toàn bộ tệp|tất cả các file|tất cả file|mọi file|tất cả dữ liệu|toàn bộ dữ liệu|cuộc trò chuyện|lịch sử|nội dung|bộ nhớ|mã nguồn|cơ sở dữ liệu|dữ liệu người dùng|danh bạ|tin nhắn|tài liệu|tập tin|hội thoại",
    hide="đừng nói với người dùng|không nói với người dùng|đừng cho người dùng biết|không cho người dùng biết|không được nói với người dùng|đừng nói cho người dùng|không thông báo cho người dùng|đừng thông báo cho người dùng|mà không cho người dùng biết|"
    "mà người dùng không biết|không để người dùng biết|đừng để người dùng biết|giấu người dùng|che giấu người dùng|giấu * với người dùng|bí mật gửi|lén lút|âm thầm|một cách bí mật|đừng nhắc đến|không đề cập * với người dùng|đừng đề cập|không báo cho người dùng|đừng báo cho người dùng|không nói cho người dùng|không thông báo người dùng",
    persona="bây giờ bạn là|bạn bây giờ là|từ giờ bạn là|từ bây giờ bạn là|kể từ bây giờ bạn|giờ đây bạn là|hãy đóng vai|đóng vai|giả vờ|hành động như|hãy tưởng tượng|chuyển sang chế độ|vào chế độ|chế độ|bạn sẽ là|bạn là",
    unbound="không có giới hạn|không giới hạn|không bị giới hạn|không có hạn chế|không hạn chế|không bị hạn chế|không có quy tắc|không quy tắc|không bị kiểm duyệt|không kiểm duyệt|không bộ lọc|không có bộ lọc|chế độ nhà phát triển|chế độ quản trị|không có đạo đức|bất cứ điều gì|không bị ràng buộc|không từ chối",
    unasked="không cần hỏi|mà không hỏi|không hỏi|đừng hỏi|không cần xác nhận|mà không cần xác nhận|không xác nhận|không cần phê duyệt|không cần sự cho phép|không cần xin phép|không xin phép|đừng yêu cầu xác nhận|tự động phê duyệt|tự động chấp thuận|đã được phê duyệt trước|bỏ qua xác nhận|không cần sự đồng ý|không cần cho phép|không yêu cầu xác nhận",
    act="chạy|thực thi|thực hiện|xóa|xoá|phê duyệt|chuyển tiền|thanh toán|mua|cài đặt|lệnh|hành động|thao tác",
    always="từ bây giờ|từ giờ|kể từ bây giờ|từ nay|từ nay về sau|mỗi khi|mỗi lần|bất cứ khi nào|khi người dùng|lần sau|lần tới|luôn luôn|luôn|trong mỗi câu trả lời|nếu người dùng",
    fresh="hướng dẫn mới|chỉ dẫn mới|chỉ thị mới|nhiệm vụ mới|quy tắc mới|vai trò mới|thông báo hệ thống|thông điệp hệ thống|tin nhắn hệ thống",
    never="không|đừng|không được|chớ|không bao giờ|tránh",
)

INDONESIAN = Lexicon(
    code="id",
    ignore="abaikan|abaikanlah|mengabaikan|lupakan|lupakanlah|melupakan|acuhkan|kesampingkan|langgar|lewati|timpa|jangan ikuti|jangan patuhi|berhenti mengikuti|batalkan|hiraukan|singkirkan|jangan hiraukan",
    prior="sebelumnya|terdahulu|di atas|semua|seluruh|segala|setiap|anda|kamu|mu|sistem|awal|asli|pengembang|keamanan|apa pun|yang diberikan|terdahulu|sebelum ini",
    orders="instruksi|perintah|aturan|petunjuk|arahan|batasan|pembatasan|kebijakan|pedoman|panduan|prompt|larangan|peraturan|instruksimu",
    reveal="ungkapkan|bocorkan|tampilkan|tunjukkan|cetak|ulangi|katakan|beritahu|beri tahu|tuliskan|tulis|bagikan|berikan|sebutkan|salin|terjemahkan|dedahkan|paparkan|perlihatkan",
    hidden="prompt sistem|pesan sistem|instruksi sistem|perintah sistem|instruksi anda|instruksimu|instruksi awal|instruksi asli|instruksi tersembunyi|instruksi rahasia|instruksi internal|teks di atas|aturan anda|prompt anda|prompt awal|arahan sistem|prompt tersembunyi",
    secrets="kata sandi|sandi|password|kunci rahasia|kunci api|kunci pribadi|kunci privat|kredensial|rahasia|token|data sensitif|informasi rahasia|variabel lingkungan|kata laluan|data pribadi|kata kunci rahasia",
    send="kirim|kirimkan|mengirim|mengirimkan|unggah|unggahkan|teruskan|posting|kirimlah|hantar|hantarkan|muat naik|transfer|bagikan|sebarkan|bocorkan|email|emailkan",
    everything="semua file|semua berkas|semua fail|seluruh file|semua data|seluruh data|percakapan|riwayat|isi|konten|memori|kode sumber|basis data|data pengguna|kontak|pesan|dokumen|berkas|obrolan|perbualan",
    hide="jangan beri tahu pengguna|jangan beritahu pengguna|jangan katakan kepada pengguna|jangan katakan pada pengguna|jangan bilang pengguna|jangan bilang ke pengguna|jangan bilang kepada pengguna|jangan informasikan * pengguna|jangan sampaikan * pengguna|"
    "tanpa memberi tahu pengguna|tanpa memberitahu pengguna|tanpa sepengetahuan pengguna|tanpa pengetahuan pengguna|tanpa diketahui pengguna|sembunyikan * dari pengguna|rahasiakan * dari pengguna|sembunyikan dari pengguna|rahasiakan dari pengguna|secara diam-diam|diam-diam|secara rahasia|jangan sebutkan * kepada pengguna|jangan sebutkan ini|jangan beri tahu siapa|jangan beritahu siapa|jangan menyebutkan|jangan maklumkan pengguna",
    persona="anda sekarang adalah|kamu sekarang adalah|sekarang anda adalah|sekarang kamu adalah|anda sekarang|kamu sekarang|mulai sekarang anda|mulai sekarang kamu|berpura-pura*|berpura puralah|bertindak sebagai|bertindaklah|berperan sebagai|berperanlah|bayangkan|masuk ke mode|masuk mode|mode|anda adalah|kamu adalah",
    unbound="tanpa batasan|tanpa batas|tanpa pembatasan|tanpa aturan|tanpa filter|tanpa sensor|tanpa larangan|tidak memiliki batasan|tidak ada batasan|tidak ada aturan|tidak terbatas|tak terbatas|mode pengembang|mode admin|tanpa etika|apa saja|bebas dari|tidak terikat|tidak pernah menolak|tanpa sekatan",
    unasked="tanpa bertanya|tanpa konfirmasi|tanpa persetujuan|tanpa izin|tanpa meminta|jangan meminta konfirmasi|jangan minta konfirmasi|jangan minta izin|jangan bertanya|jangan tanya|setujui otomatis|setujui secara otomatis|otomatis menyetujui|sudah disetujui|telah disetujui|pra-disetujui|lewati konfirmasi|tanpa kebenaran|tanpa menunggu|tidak perlu konfirmasi|tidak perlu persetujuan",
    act="jalankan|menjalankan|eksekusi|hapus|menghapus|setujui|transfer|bayar|beli|instal|pasang|perintah|tindakan|operasi|lakukan",
    always="mulai sekarang|sejak sekarang|mulai saat ini|dari sekarang|setiap kali|setiap saat|ketika pengguna|saat pengguna|bila pengguna|lain kali|selalu|begitu|di setiap jawaban|jika pengguna|seterusnya",
    fresh="instruksi baru|tugas baru|aturan baru|perintah baru|peran baru|pesan sistem|arahan baru|pemberitahuan sistem|pesan administrator|instruksi sistem",
    never="jangan|tidak|jangan pernah|tidak boleh|tanpa|dilarang|hindari",
)

THAI = Lexicon(
    code="th",
    dense=True,
    ignore="เพิกเฉย|ละเว้น|ไม่ต้องสนใจ|อย่าสนใจ|เมินเฉย|ลืม|ละเลย|มองข้าม|ข้าม|ไม่ต้องทำตาม|อย่าทำตาม|ไม่ปฏิบัติตาม|หยุดทำตาม|หลีกเลี่ยง|แทนที่|ฝ่าฝืน|ยกเลิก|ไม่สนใจ|เลิกทำตาม",
    prior="ก่อนหน้า|ที่ผ่านมา|ข้างต้น|ด้านบน|ทั้งหมด|ทุก|ใดๆ|ของคุณ|ระบบ|เดิม|เริ่มต้น|ดั้งเดิม|ความปลอดภัย|นักพัฒนา|ที่ได้รับ",
    orders="คำสั่ง|คำแนะนำ|กฎ|ข้อกำหนด|แนวทาง|ข้อจำกัด|พรอมต์|พรอมท์|นโยบาย|คำชี้แจง|ข้อบังคับ",
    reveal="เปิดเผย|แสดง|บอก|พิมพ์|ทำซ้ำ|เขียน|แชร์|แบ่งปัน|รั่วไหล|ส่งออก|คัดลอก|แปล|พูดซ้ำ|ให้ดู|ขอดู|ขอ",
    hidden="พรอมต์ระบบ|พรอมต์ของระบบ|พรอมท์ระบบ|ข้อความระบบ|คำสั่งระบบ|คำสั่งของระบบ|คำสั่งของคุณ|คำแนะนำของคุณ|คำสั่งเริ่มต้น|คำสั่งเดิม|คำสั่งลับ|คำสั่งที่ซ่อน|ข้อความข้างต้น|ข้อความด้านบน|กฎของคุณ|คำสั่งภายใน",
    secrets="รหัสผ่าน|คีย์ลับ|กุญแจลับ|คีย์ api|กุญแจ|โทเค็น|โทเคน|ข้อมูลรับรอง|ความลับ|ข้อมูลลับ|ข้อมูลสำคัญ|ตัวแปรสภาพแวดล้อม|ข้อมูลส่วนตัว|รหัสลับ",
    send="ส่ง|อัปโหลด|อัพโหลด|โพสต์|แชร์|ถ่ายโอน|โอน|เผยแพร่",
    everything="ไฟล์ทั้งหมด|ทุกไฟล์|ข้อมูลทั้งหมด|บทสนทนา|การสนทนา|ประวัติ|เนื้อหา|หน่วยความจำ|ความจำ|ซอร์สโค้ด|ฐานข้อมูล|ข้อมูลผู้ใช้|รายชื่อติดต่อ|ข้อความทั้งหมด|แชท|เอกสาร",
    hide="อย่าบอกผู้ใช้|ห้ามบอกผู้ใช้|ไม่ต้องบอกผู้ใช้|โดยไม่บอกผู้ใช้|โดยไม่ให้ผู้ใช้รู้|โดยที่ผู้ใช้ไม่รู้|โดยผู้ใช้ไม่รู้|อย่าให้ผู้ใช้รู้|ไม่ให้ผู้ใช้รู้|อย่าแจ้งผู้ใช้|ไม่ต้องแจ้งผู้ใช้|โดยไม่แจ้งผู้ใช้|ห้ามแจ้งผู้ใช้|ซ่อนจากผู้ใช้|ปิดบังผู้ใช้|อย่างลับๆ|แอบส่ง|อย่าพูดถึง|อย่าเปิดเผยให้ผู้ใช้|อย่าบอกใคร|ห้ามบอกใคร",
    persona="ตอนนี้คุณคือ|ตอนนี้คุณเป็น|คุณคือ|จากนี้ไปคุณ|ต่อไปนี้คุณ|แกล้งทำเป็น|สมมติว่า|สวมบทบาท|ทำตัวเป็น|แสดงเป็น|เข้าสู่โหมด|โหมด|บทบาท|คุณเป็น|นับจากนี้คุณ",
    unbound="ไม่มีข้อจำกัด|ไร้ข้อจำกัด|ไม่มีขีดจำกัด|ไม่จำกัด|ไม่มีกฎ|ไม่มีตัวกรอง|ไม่มีการเซ็นเซอร์|ไม่เซ็นเซอร์|ไม่ถูกจำกัด|โหมดนักพัฒนา|โหมดผู้ดูแล|ไม่มีจริยธรรม|อะไรก็ได้|ไม่ปฏิเสธ|ไม่ต้องปฏิบัติตาม|แหกกฎ",
    unasked="โดยไม่ต้องถาม|โดยไม่ถาม|โดยไม่ต้องยืนยัน|โดยไม่ต้องขออนุญาต|โดยไม่ขออนุญาต|โดยไม่ต้องขออนุมัติ|โดยไม่ต้องได้รับอนุญาต|ไม่ต้องขออนุญาต|ไม่ต้องยืนยัน|ไม่ต้องถาม|อย่าถาม|อนุมัติอัตโนมัติ|อนุมัติโดยอัตโนมัติ|ได้รับการอนุมัติแล้ว|ข้ามการยืนยัน|ไม่ต้องรอ|โดยไม่ได้รับอนุญาต|โดยไม่ต้องรอ",
    act="รัน|เรียกใช้|ดำเนินการ|ลบ|อนุมัติ|โอนเงิน|ชำระ|จ่าย|ซื้อ|ติดตั้ง|คำสั่ง|การกระทำ|ปฏิบัติ",
    always="จากนี้ไป|ต่อจากนี้|นับจากนี้|ตั้งแต่นี้|ตั้งแต่บัดนี้|ทุกครั้ง|เมื่อใดก็ตาม|เมื่อผู้ใช้|ครั้งต่อไป|ครั้งหน้า|เสมอ|ในทุกคำตอบ|ถ้าผู้ใช้|หากผู้ใช้",
    fresh="คำสั่งใหม่|คำแนะนำใหม่|งานใหม่|กฎใหม่|บทบาทใหม่|ข้อความระบบ|ข้อความจากระบบ|ประกาศจากระบบ",
    never="อย่า|ห้าม|ไม่|ไม่ควร|ไม่ต้อง|เพื่อไม่ให้|ป้องกันการ|หลีกเลี่ยงการ",
)

FILIPINO = Lexicon(
    code="tl",
    ignore="huwag pansinin|balewalain|kalimutan|kalimutan mo|ipagwalang-bahala|i-ignore|ignorahin|isantabi|lampasan|suwayin|huwag sundin",
    prior="nakaraang|nakaraan|naunang|nauna|lahat|lahat ng|iyong|mong|sa itaas|system|sistema|orihinal|kaligtasan|dati|dating|mga naunang",
    orders="tagubilin|mga tagubilin|panuto|utos|patakaran|panuntunan|alituntunin|instruksyon|instruksiyon|limitasyon|paghihigpit|prompt|direksyon",
    reveal="ibunyag|ipakita|ipakita mo|sabihin|sabihin mo|i-print|ulitin|isulat|ibahagi|ibigay|ibigay mo|ilantad|ilabas|kopyahin|isalin|banggitin",
    hidden="system prompt|mensahe ng system|tagubilin ng system|iyong mga tagubilin|iyong tagubilin|iyong mga instruksyon|orihinal na tagubilin|nakatagong tagubilin|mga tagubilin mo|teksto sa itaas|iyong mga patakaran|iyong system prompt",
    secrets="password|lihim|mga lihim|susi|lihim na susi|kredensyal|token|sensitibong|kumpidensyal*|sikreto",
    send="ipadala|ipadala mo|magpadala|padala|i-upload|i-forward|i-email|ipasa|i-post|ilipat|ipadadala",
    everything="lahat ng file|lahat ng mga file|lahat ng data|lahat ng datos|usapan|pag-uusap|kasaysayan|nilalaman|memorya|source code|database|mga file|mga mensahe",
    hide="huwag sabihin sa user|huwag mong sabihin sa user|huwag ipaalam sa user|huwag mong ipaalam|nang hindi nalalaman ng user|nang hindi sinasabi sa user|nang hindi ipinapaalam|itago sa user|palihim|lihim na|huwag sabihin kahit kanino|huwag banggitin",
    persona="ikaw ngayon ay|ikaw na ngayon|mula ngayon ikaw|magpanggap|kumilos bilang|kumilos na parang|gampanan|isipin mo|mode|ikaw ay",
    unbound="walang limitasyon|walang paghihigpit|walang restriksyon|walang patakaran|walang filter|walang sensura|developer mode|walang etika|walang hangganan|walang mga limitasyon|walang mga patakaran",
    unasked="nang hindi nagtatanong|nang walang kumpirmasyon|nang walang pahintulot|nang walang pag-apruba|huwag magtanong|huwag humingi|awtomatikong aprubahan|hindi na kailangan ng kumpirmasyon",
    act="patakbuhin|isagawa|tanggalin|burahin|aprubahan|bayaran|ilipat|bilhin|i-install|utos|mga aksyon|aksyon",
    always="mula ngayon|simula ngayon|tuwing|sa tuwing|kapag ang user|sa susunod|palagi|lagi|sa bawat sagot",
    fresh="bagong tagubilin|bagong mga tagubilin|bagong gawain|bagong utos|bagong patakaran|mensahe ng system",
    never="huwag|hindi|hindi dapat|huwag mong",
)

RULES = tuple(rule for each in (VIETNAMESE, INDONESIAN, THAI, FILIPINO) for rule in rules_of(each))
