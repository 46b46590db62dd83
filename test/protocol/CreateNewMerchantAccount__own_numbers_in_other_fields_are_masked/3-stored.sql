select details from applications
