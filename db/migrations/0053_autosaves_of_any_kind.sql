-- The form's rules name the kinds, so a new kind needs no other constraint.
ALTER TABLE "autosaves" DROP CONSTRAINT "autosaves_kind_known";
