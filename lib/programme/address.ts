/** Fragment of the URL, without the #, that shows a set on the timetable. */
export const setAnchor = (id: number) => `nastup-${id}`

export const setAddress = (id: number) => `/satnica#${setAnchor(id)}`
