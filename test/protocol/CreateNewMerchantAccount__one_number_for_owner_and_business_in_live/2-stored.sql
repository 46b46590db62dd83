select state, requirements, details->>'EIN' as ein, details->>'TaxIdentification' as taxed_by from applications
