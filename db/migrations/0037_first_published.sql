-- A post or case study that was begun as a draft is dated by the moment at which visitors could read it first: what is
-- new to them stands first in lists and feeds. Several that are published at once stay in the order in which they were
-- begun, a microsecond apart for each quarter of an hour between them.
CREATE OR REPLACE FUNCTION remember_published() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT OLD.was_published AND NEW.created_at = OLD.created_at AND OLD.created_at < now() THEN
      NEW.created_at := now() - (now() - OLD.created_at) / 1000000000;
    END IF;
  END IF;
  NEW.was_published := true;
  RETURN NEW;
END $$;
