select details->>'AverageTicket' as average, details->>'CardMonthlyVolume' as volume from applications order by business_id
