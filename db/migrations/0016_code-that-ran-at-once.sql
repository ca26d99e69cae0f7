-- Own tracking code waits for the visitor's Accept from now on; what a site has already goes on running at once until
-- its owner switches that off.
INSERT INTO website_settings (setting_key, setting_value)
SELECT setting_key || '_at_once', 'on'
FROM website_settings
WHERE setting_key IN ('google_analytics_code', 'google_tag_manager_code') AND btrim(setting_value) <> ''
ON CONFLICT (setting_key) DO NOTHING;
