select details->>'OwnershipType' as type from applications order by business_id
