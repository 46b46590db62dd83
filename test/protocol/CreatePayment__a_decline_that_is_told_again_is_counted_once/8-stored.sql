select declines from card_declines
