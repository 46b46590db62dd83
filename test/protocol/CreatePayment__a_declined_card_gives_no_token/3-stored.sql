select count(*) as records from vault_records
