/** Download path of the caller's archive. */
export const EXPORT_PATH = '/account/data.json'

/** Target of the email's link; it asks for a sign-in first if needed. */
export const EXPORT_PAGE = '/dashboard/settings#data'
