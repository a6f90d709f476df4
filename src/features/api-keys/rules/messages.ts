export const REAUTHENTICATION_REQUIRED = 'Confirm that it’s you first.'
export const TOO_MANY_KEYS = 'You have reached the limit of 20 active API keys. Revoke one first.'
export const KEY_NOT_FOUND = 'This API key doesn’t exist, or is already revoked. Reload the page.'
export const VERIFY_FIRST = 'Verify your email or phone before you create an API key.'
