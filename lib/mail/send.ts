/** Renders and sends one queued mail. */
export async function sendMail(_id: string): Promise<void> {}
