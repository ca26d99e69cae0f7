-- Another focal point needs another picture for sharing; sizes for pages are the same.
CREATE FUNCTION queue_picture_for_sharing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM graphile_worker.add_job('make_picture', json_build_object('id', NEW.file_id), queue_name := 'pictures', job_key := 'picture:' || NEW.file_id, max_attempts := 5);
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION queue_picture_for_sharing() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER queue_picture_for_sharing AFTER UPDATE OF focal_x, focal_y ON media FOR EACH ROW WHEN ((OLD.focal_x, OLD.focal_y) IS DISTINCT FROM (NEW.focal_x, NEW.focal_y)) EXECUTE FUNCTION queue_picture_for_sharing();
