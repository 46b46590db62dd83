select brand from payments order by id
