-- A settings card is one record now. The drafts of its settings become one draft if they're in the same set, unless that is
-- scheduled. The others stay as they are, since code reads both.
WITH cards (card, title, keys) AS (VALUES
  ('general', 'Business', '{site_title,contact_email,phone_number,time_zone,site_description,meta_keywords}'),
  ('social', 'Social media', '{facebook_url,instagram_url,linkedin_url,youtube_url}'),
  ('brand', 'Brand', '{brand_color,marker_color}'),
  ('tracking', 'Analytics and verification', '{google_analytics_id,google_tag_manager,google_search_console,google_tag_manager_custom_html,google_analytics_code,google_analytics_code_at_once,google_tag_manager_code,google_tag_manager_code_at_once,google_search_console_code,tracking_safe_mode}'),
  ('enquiries', 'Enquiries', '{confirmation_mail,keep_enquiries_months,instant_audit,audits_per_day}'),
  ('advanced', 'Advanced', '{blog_date_display,security_contact}')
), drafts AS (
  SELECT item.*, card, cards.title FROM change_items AS item
    JOIN cards ON item.record_id = ANY (keys::text[])
    JOIN change_sets ON change_sets.id = change_set_id AND state = 'open' AND publish_at IS NULL
    WHERE kind = 'settings' AND waits
), merged AS (
  SELECT card, title, min(change_set_id::text)::uuid AS change_set_id, json_object_agg(record_id, fields -> 'value') AS fields
    FROM drafts GROUP BY card, title HAVING count(DISTINCT change_set_id) = 1
), replaced AS (
  DELETE FROM change_items AS item USING drafts JOIN merged USING (card)
    WHERE item.kind = 'settings' AND item.record_id = drafts.record_id AND item.change_set_id = drafts.change_set_id
)
INSERT INTO change_items (change_set_id, kind, record_id, name, fields, version)
  SELECT change_set_id, 'settings', card, 'Settings, ' || title, fields, 1 + floor(random() * 1000000000)::int FROM merged;
