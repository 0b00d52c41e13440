/** Whether an artwork slot still has its bundled default image. In a small file of its own for browser bundles. */
export const isDefault = ({ src }: { src: string }) => !src.startsWith('/api/')
