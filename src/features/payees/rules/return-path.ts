/** Where the provider sends a person back to. Opening it reads the account again. */
export const RETURN_PATH = '/dashboard/settings#payouts'
