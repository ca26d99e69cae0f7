ALTER TABLE "revisions" ADD COLUMN "session" text;
--> statement-breakpoint
-- As before, and beside it the login that wrote it.
CREATE OR REPLACE FUNCTION remember_revision() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  written record;
  record_key text;
  columns text[];
BEGIN
  -- A backup that is restored brings its history.
  IF current_setting('app.history', true) = 'off' THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN written := OLD; ELSE written := NEW; END IF;
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(after.key ORDER BY after.key) INTO columns
      FROM jsonb_each(to_jsonb(NEW)) AS after JOIN jsonb_each(to_jsonb(OLD)) AS before USING (key)
      WHERE after.value IS DISTINCT FROM before.value AND after.key <> ALL (string_to_array(TG_ARGV[2], ','));
    IF columns IS NULL THEN RETURN NULL; END IF;
  END IF;
  SELECT string_agg(to_jsonb(written) ->> name, chr(31) ORDER BY place) INTO record_key
    FROM unnest(string_to_array(TG_ARGV[1], ',')) WITH ORDINALITY AS named (name, place);
  INSERT INTO revisions (kind, record_key, op, row, changed, reason, session)
    VALUES (TG_ARGV[0], record_key, lower(TG_OP), row_to_json(written), columns, coalesce(current_setting('app.reason', true), ''), nullif(current_setting('app.session', true), ''));
  RETURN NULL;
END $$;
