ALTER TABLE "revisions" ADD COLUMN "operation" uuid;--> statement-breakpoint
CREATE INDEX "revisions_of_operation" ON "revisions" USING btree ("operation") WHERE "revisions"."operation" is not null;--> statement-breakpoint
-- As before, and beside it what was written together. A version of before that publishes during an update names only the
-- change set, in the reason.
CREATE OR REPLACE FUNCTION remember_revision() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  written record;
  record_key text;
  columns text[];
  reason text := coalesce(current_setting('app.reason', true), '');
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
  INSERT INTO revisions (kind, record_key, op, row, changed, reason, session, operation)
    VALUES (TG_ARGV[0], record_key, lower(TG_OP), row_to_json(written), columns, reason, nullif(current_setting('app.session', true), ''),
      coalesce(nullif(current_setting('app.operation', true), ''), substring(reason from '^(?:publish|scheduled):([0-9a-f-]{36})'))::uuid);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What change sets have written so far is taken back in the same way: by the set that was published, or by the one that
-- takes another one back. Publishing again what was taken back names the one that had taken it back.
UPDATE revisions SET operation = change_sets.id
  FROM change_sets
  WHERE revisions.reason ~ '^(publish|scheduled|undo|ended):[0-9a-f-]{36}'
    AND substring(revisions.reason from '^\w+:([0-9a-f-]{36})')::uuid =
      CASE WHEN change_sets.undoes IS NOT NULL THEN change_sets.undoes ELSE change_sets.id END
    AND (change_sets.undoes IS NOT NULL) = (
      revisions.reason ~ '^(undo|ended):'
      OR EXISTS (SELECT FROM change_sets named WHERE named.undoes IS NOT NULL
        AND named.id = substring(revisions.reason from '^\w+:([0-9a-f-]{36})')::uuid));
