export const MAX_AVATAR_BYTES = 10 * 1024 * 1024
/** For a file field: what we can read. The server looks at the bytes themselves. */
export const AVATAR_ACCEPT = 'image/jpeg,image/png,image/webp,image/avif'
export const avatarTooLarge = 'This picture is over 10 MB. Choose a smaller one.'
