update tokens set state = 'disabled'
