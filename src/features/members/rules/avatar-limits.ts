export const MAX_AVATAR_BYTES = 10 * 1024 * 1024
export const avatarTooLarge = 'This picture is over 10 MB. Choose a smaller one.'
