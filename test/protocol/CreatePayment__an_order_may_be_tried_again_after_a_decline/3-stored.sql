select state, holds_order from payments order by id
