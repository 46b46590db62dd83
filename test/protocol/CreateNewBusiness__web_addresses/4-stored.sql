select details->>'URL' as url, details->>'CreateBusinessAPIURL' as api from business_profiles
