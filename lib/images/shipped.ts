/** Whether a picture is still the drawing that is shipped. Apart from the places, which are long. */
export const isShipped = ({ src }: { src: string }) => !src.startsWith('/api/')
