-- rolling: each rule only lets in more words
ALTER TABLE "settled_objections" DROP CONSTRAINT "settled_objections_known";--> statement-breakpoint
ALTER TABLE "passages" DROP CONSTRAINT "passages_objection_known";--> statement-breakpoint
ALTER TABLE "settled_objections" ADD CONSTRAINT "settled_objections_known" CHECK (settled in ('stays', 'led_out', 'taken_back'));--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_objection_known" CHECK (objection in ('banned', 'no_ticket', 'unknown', 'returned', 'gone', 'revoked', 'before_joining'));