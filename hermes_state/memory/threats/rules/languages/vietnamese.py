"""Word classes of Vietnamese."""

from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

VIETNAMESE = Lexicon(
    code="vi",
    ignore=(
        "bỏ qua|phớt lờ|quên|quên đi|lờ đi|không tuân theo|đừng tuân theo|ngừng tuân theo|vượt qua|bất chấp|"
        "vi phạm|hủy bỏ|không tuân thủ|đừng làm theo|lách|gạt bỏ|xóa bỏ"
    ),
    prior=(
        "trước|trước đó|trước đây|ở trên|bên trên|tất cả|mọi|toàn bộ|các|của bạn|hệ thống|ban đầu|gốc|"
        "an toàn|nhà phát triển|bất kỳ|đã cho|đã nhận"
    ),
    orders=(
        "hướng dẫn|chỉ dẫn|chỉ thị|lệnh|mệnh lệnh|quy tắc|quy định|giới hạn|hạn chế|chính sách|lời nhắc|"
        "yêu cầu|nguyên tắc|câu lệnh"
    ),
    told=(
        "tất cả những gì|mọi thứ|những gì|mọi điều|điều đó|tin nhắn trước|cuộc trò chuyện trước|"
        "nội dung trên|tất cả mọi thứ|ngữ cảnh trước|chuyện đó|chỉ dẫn đi|hướng dẫn đi"
    ),
    task=("trang|trang web|tài liệu|sơ yếu lý lịch|hàm|câu hỏi|nhiệm vụ|yêu cầu|văn bản|mã|bài viết|người dùng|mô tả"),
    reveal=(
        "tiết lộ|hiển thị|cho tôi xem|cho tôi biết|cho tôi|in ra|lặp lại|nói|viết|chia sẻ|rò rỉ|xuất|đưa ra|"
        "liệt kê|sao chép|dịch|tóm tắt|nhắc lại"
    ),
    hidden=(
        "lời nhắc hệ thống|lời nhắc của hệ thống|thông điệp hệ thống|hướng dẫn hệ thống|hướng dẫn của bạn|"
        "chỉ dẫn của bạn|chỉ thị hệ thống|hướng dẫn ban đầu|hướng dẫn ẩn|hướng dẫn nội bộ|văn bản ở trên|"
        "văn bản trên|quy tắc của bạn|prompt hệ thống|chỉ dẫn hệ thống|lời nhắc ban đầu|hướng dẫn bí mật|"
        "prompt của bạn|câu lệnh hệ thống"
    ),
    secrets=(
        "mật khẩu|khóa bí mật|khóa api|khóa riêng|khoá api|khoá bí mật|bí mật|thông tin đăng nhập|"
        "mã thông báo|token|thông tin nhạy cảm|dữ liệu nhạy cảm|biến môi trường|thông tin bí mật|"
        "thông tin cá nhân|khóa mật|khóa truy cập"
    ),
    yours="của bạn|của mày|của anh",
    send="gửi|chuyển tiếp|tải lên|đăng|truyền|chia sẻ|rò rỉ|gởi",
    everything=(
        "tất cả các tệp|tất cả tệp|mọi tệp|toàn bộ tệp|tất cả các file|tất cả file|mọi file|tất cả dữ liệu|"
        "toàn bộ dữ liệu|cuộc trò chuyện|lịch sử|nội dung|bộ nhớ|mã nguồn|cơ sở dữ liệu|dữ liệu người dùng|"
        "danh bạ|tin nhắn|tài liệu|tập tin|hội thoại"
    ),
    fetch="tải|tải xuống|tải về|lấy|đọc|kiểm tra|truy cập|kết nối|truy vấn|mở",
    add="thêm|ghi|viết|chèn|sao chép|lưu|đặt|bổ sung",
    itself=(
        "hướng dẫn này|chỉ dẫn này|các hướng dẫn này|ghi chú này|quy tắc này|văn bản này|tin nhắn này|"
        "hướng dẫn sau|dòng này|chỉ thị này|lệnh này"
    ),
    hide=(
        "đừng nói với người dùng|không nói với người dùng|đừng cho người dùng biết|không cho người dùng biết|"
        "không được nói với người dùng|đừng nói cho người dùng|không thông báo cho người dùng|"
        "đừng thông báo cho người dùng|mà không cho người dùng biết|mà người dùng không biết|"
        "không để người dùng biết|đừng để người dùng biết|giấu người dùng|che giấu người dùng|"
        "giấu * với người dùng|bí mật gửi|lén lút|âm thầm|một cách bí mật|đừng nhắc đến|"
        "không đề cập * với người dùng|đừng đề cập|không báo cho người dùng|đừng báo cho người dùng|"
        "không nói cho người dùng|không thông báo người dùng"
    ),
    persona=(
        "bây giờ bạn là|bạn bây giờ là|từ giờ bạn là|từ bây giờ bạn là|kể từ bây giờ bạn|giờ đây bạn là|"
        "hãy đóng vai|đóng vai|giả vờ|hành động như|hãy tưởng tượng|chuyển sang chế độ|vào chế độ|chế độ|"
        "bạn sẽ là|bạn là"
    ),
    unbound=(
        "không có giới hạn|không giới hạn|không bị giới hạn|không có hạn chế|không hạn chế|không bị hạn chế|"
        "không có quy tắc|không quy tắc|không bị kiểm duyệt|không kiểm duyệt|không bộ lọc|không có bộ lọc|"
        "chế độ nhà phát triển|chế độ quản trị|không có đạo đức|bất cứ điều gì|không bị ràng buộc|"
        "không từ chối"
    ),
    answer="trả lời|hãy trả lời|phản hồi|hành động|hành xử|nói chuyện|tạo ra|làm|bạn có",
    off=(
        "không áp dụng|không còn áp dụng|không còn hiệu lực|hết hiệu lực|bị vô hiệu|đã bị vô hiệu|vô hiệu|"
        "đã bị hủy|bị đình chỉ|đã tắt|đã được gỡ bỏ"
    ),
    refuse=(
        "đừng từ chối|không được từ chối|không bao giờ từ chối|không thể từ chối|đừng xin lỗi|không xin lỗi|"
        "giữ nguyên vai|không thoát vai"
    ),
    unasked=(
        "không cần hỏi|mà không hỏi|không hỏi|đừng hỏi|không cần xác nhận|mà không cần xác nhận|"
        "không xác nhận|không cần phê duyệt|không cần sự cho phép|không cần xin phép|không xin phép|"
        "đừng yêu cầu xác nhận|tự động phê duyệt|tự động chấp thuận|đã được phê duyệt trước|bỏ qua xác nhận|"
        "không cần sự đồng ý|không cần cho phép|không yêu cầu xác nhận"
    ),
    act="chạy|thực thi|thực hiện|xóa|xoá|phê duyệt|chuyển tiền|thanh toán|mua|cài đặt|lệnh|hành động|thao tác",
    always=(
        "từ bây giờ|từ giờ|kể từ bây giờ|từ nay|từ nay về sau|mỗi khi|mỗi lần|bất cứ khi nào|khi người dùng|"
        "lần sau|lần tới|luôn luôn|luôn|trong mỗi câu trả lời|nếu người dùng"
    ),
    fresh=(
        "hướng dẫn mới|chỉ dẫn mới|chỉ thị mới|nhiệm vụ mới|quy tắc mới|thông báo hệ thống|"
        "thông điệp hệ thống|tin nhắn hệ thống"
    ),
    disable="tắt|vô hiệu hóa|vô hiệu hoá|vượt qua|gỡ bỏ|bỏ qua|dừng|gỡ",
    guards=(
        "tường lửa|phần mềm diệt virus|phê duyệt|kiểm tra bảo mật|kiểm tra an toàn|bộ lọc|nhật ký kiểm toán|"
        "sandbox|máy quét|xác nhận|biện pháp bảo mật|giám sát|tất cả các hạn chế|mọi hạn chế|"
        "tính năng bảo mật"
    ),
    gone="bị xóa|bị xoá|đã xóa|bị gỡ",
    again="thêm lại|ghi lại|viết lại|tạo lại|lưu lại",
    never="không|đừng|không được|chớ|không bao giờ|tránh",
)

RULES = rules_of(VIETNAMESE)
