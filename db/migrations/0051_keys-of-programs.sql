ALTER TABLE "auth_sessions" ADD COLUMN "key_name" text;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "key_privilege" smallint;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_key_is_whole" CHECK ((key_name is null) = (key_privilege is null));--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_key_privilege_range" CHECK (key_privilege between 1 and 4);