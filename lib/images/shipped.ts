/**
 * Whether an artwork slot still has its bundled default image. Separate file without imports, so
 * that browser bundles stay small.
 */
export const isDefault = ({ src }: { src: string }) => !src.startsWith('/api/')
