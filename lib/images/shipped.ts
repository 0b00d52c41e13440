/** Whether a picture is still the drawing that is shipped. Apart from the places, which are long. */
export const isDefault = ({ src }: { src: string }) => !src.startsWith('/api/')
