/** Download path of the caller's archive. */
export const EXPORT_PATH = '/account/data.json'

/** The page to which the link in the email leads. It asks the person to sign in first if needed. */
export const EXPORT_PAGE = '/dashboard/settings#data'
