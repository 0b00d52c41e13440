ALTER TABLE "guests" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_note_short" CHECK (char_length(note) between 1 and 200);