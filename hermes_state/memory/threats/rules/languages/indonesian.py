"""Word classes of Indonesian and Malay."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

INDONESIAN = Lexicon(
    code="id",
    ignore=(
        "abaikan|abaikanlah|mengabaikan|lupakan|lupakanlah|melupakan|acuhkan|kesampingkan|langgar|lewati|"
        "timpa|jangan ikuti|jangan patuhi|berhenti mengikuti|batalkan|hiraukan|singkirkan|jangan hiraukan"
    ),
    prior=(
        "sebelumnya|terdahulu|di atas|semua|seluruh|segala|setiap|anda|kamu|mu|sistem|awal|asli|pengembang|"
        "keamanan|apa pun|yang diberikan|sebelum ini"
    ),
    orders=(
        "instruksi|perintah|aturan|petunjuk|arahan|batasan|pembatasan|kebijakan|pedoman|panduan|prompt|"
        "larangan|peraturan|instruksimu"
    ),
    told=(
        "semua yang|segala sesuatu|apa yang|segalanya|semuanya|pesan sebelumnya|percakapan sebelumnya|"
        "di atas|konteks sebelumnya|hal itu|itu semua|aturanmu|instruksimu|aturan anda|instruksi anda|"
        "batasanmu|batasan anda"
    ),
    task="halaman|dokumen|resume|fungsi|pertanyaan|tugas|permintaan|teks|kode|artikel|pengguna|deskripsi",
    reveal=(
        "ungkapkan|bocorkan|tampilkan|tunjukkan|cetak|ulangi|katakan|beritahu|beri tahu|tuliskan|tulis|"
        "bagikan|berikan|sebutkan|salin|terjemahkan|dedahkan|paparkan|perlihatkan"
    ),
    hidden=(
        "prompt sistem|pesan sistem|instruksi sistem|perintah sistem|instruksi anda|instruksimu|"
        "instruksi awal|instruksi asli|instruksi tersembunyi|instruksi rahasia|instruksi internal|"
        "teks di atas|aturan anda|prompt anda|prompt awal|arahan sistem|prompt tersembunyi"
    ),
    secrets=(
        "kata sandi|sandi|password|kunci rahasia|kunci api|kunci pribadi|kunci privat|kredensial|rahasia|"
        "token|data sensitif|informasi rahasia|variabel lingkungan|kata laluan|data pribadi|"
        "kata kunci rahasia"
    ),
    yours="anda|kamu|mu",
    send=(
        "kirim|kirimkan|mengirim|mengirimkan|unggah|unggahkan|teruskan|kirimlah|hantar|hantarkan|"
        "muat naik|bagikan|sebarkan|bocorkan"
    ),
    everything=(
        "semua file|semua berkas|semua fail|seluruh file|semua data|seluruh data|percakapan|riwayat|isi|"
        "konten|memori|kode sumber|basis data|data pengguna|kontak|pesan|dokumen|berkas|obrolan|perbualan"
    ),
    fetch="unduh|mengunduh|ambil|mengambil|baca|periksa|cek|kunjungi|hubungi|hubungkan|muat turun|akses|buka",
    add="tambahkan|tambah|tulis|tuliskan|sisipkan|salin|simpan|masukkan|letakkan",
    itself=(
        "instruksi ini|petunjuk ini|catatan ini|aturan ini|teks ini|pesan ini|instruksi berikut|baris ini|"
        "perintah ini|arahan ini"
    ),
    hide=(
        "jangan beri tahu pengguna|jangan beritahu pengguna|jangan katakan kepada pengguna|"
        "jangan katakan pada pengguna|jangan bilang pengguna|jangan bilang ke pengguna|"
        "jangan bilang kepada pengguna|jangan informasikan * pengguna|jangan sampaikan * pengguna|"
        "tanpa memberi tahu pengguna|tanpa memberitahu pengguna|tanpa sepengetahuan pengguna|"
        "tanpa pengetahuan pengguna|tanpa diketahui pengguna|sembunyikan * dari pengguna|"
        "rahasiakan * dari pengguna|sembunyikan dari pengguna|rahasiakan dari pengguna|secara diam-diam|"
        "diam-diam|secara rahasia|jangan sebutkan * kepada pengguna|jangan sebutkan ini|"
        "jangan beri tahu siapa|jangan beritahu siapa|jangan menyebutkan|jangan maklumkan pengguna"
    ),
    persona=(
        "anda sekarang adalah|kamu sekarang adalah|sekarang anda adalah|sekarang kamu adalah|anda sekarang|"
        "kamu sekarang|mulai sekarang anda|mulai sekarang kamu|berpura-pura*|berpura puralah|"
        "bertindak sebagai|bertindaklah|berperan sebagai|berperanlah|bayangkan|masuk ke mode|masuk mode|mode|"
        "anda adalah|kamu adalah"
    ),
    unbound=(
        "tanpa batasan|tanpa batas|tanpa pembatasan|tanpa aturan|tanpa filter|tanpa sensor|tanpa larangan|"
        "tidak memiliki batasan|tidak ada batasan|tidak ada aturan|tidak terbatas|tak terbatas|"
        "mode pengembang|mode admin|tanpa etika|apa saja|bebas dari|tidak terikat|tidak pernah menolak|"
        "tanpa sekatan"
    ),
    answer=(
        "jawab|jawablah|menjawab|respons|tanggapi|bertindak|berperilaku|bicara|hasilkan|lakukan|anda memiliki|patuhi"
    ),
    off=("tidak berlaku|tidak berlaku lagi|tidak lagi berlaku|dinonaktifkan|dibatalkan|ditangguhkan|dicabut|tidak sah"),
    refuse=(
        "jangan menolak|jangan pernah menolak|tidak boleh menolak|tidak bisa menolak|jangan minta maaf|"
        "jangan meminta maaf|tetap dalam karakter|jangan keluar dari karakter|tidak dapat menolak"
    ),
    unasked=(
        "tanpa bertanya|tanpa konfirmasi|tanpa persetujuan|tanpa izin|tanpa meminta|"
        "jangan meminta konfirmasi|jangan minta konfirmasi|jangan minta izin|jangan bertanya|jangan tanya|"
        "setujui otomatis|setujui secara otomatis|otomatis menyetujui|sudah disetujui|telah disetujui|"
        "pra-disetujui|lewati konfirmasi|tanpa kebenaran|tanpa menunggu|tidak perlu konfirmasi|"
        "tidak perlu persetujuan"
    ),
    act=(
        "jalankan|menjalankan|eksekusi|hapus|menghapus|setujui|transfer|bayar|beli|instal|pasang|perintah|"
        "tindakan|operasi|lakukan"
    ),
    always=(
        "mulai sekarang|sejak sekarang|mulai saat ini|dari sekarang|setiap kali|setiap saat|ketika pengguna|"
        "saat pengguna|bila pengguna|lain kali|selalu|begitu|di setiap jawaban|jika pengguna|seterusnya"
    ),
    fresh=(
        "instruksi baru|tugas baru|aturan baru|perintah baru|pesan sistem|arahan baru|pemberitahuan sistem|"
        "pesan administrator|instruksi sistem"
    ),
    disable="nonaktifkan|matikan|lumpuhkan|lewati|hapus|hentikan|cabut|padamkan",
    guards=(
        "firewall|antivirus|persetujuan|pemeriksaan keamanan|filter keamanan|filter|tindakan keamanan|"
        "log audit|sandbox|pemindai|konfirmasi|fitur keamanan|pemantauan|semua batasan|semua pembatasan"
    ),
    gone="dihapus|terhapus|dibuang|dipadam",
    again=(
        "tambahkan lagi|tambahkan kembali|tulis lagi|tulis kembali|tulis ulang|buat ulang|simpan kembali|simpan lagi"
    ),
    never="jangan|tidak|jangan pernah|tidak boleh|tanpa|dilarang|hindari",
)

RULES = rules_of(INDONESIAN)
