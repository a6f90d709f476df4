/** Where one's own archive is downloaded. */
export const EXPORT_PATH = '/account/data.json'

/** Where the email leads: whoever is not signed in signs in there first. */
export const EXPORT_PAGE = '/dashboard/settings#data'
