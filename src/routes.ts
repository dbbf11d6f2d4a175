/** Every address of the site as a typed function: nothing else writes one by hand. */
export const routes = {
  home: () => '/',
  about: () => '/about',
  editions: () => '/editions',
  login: (returnTo?: string) => (returnTo ? `/login?returnTo=${encodeURIComponent(returnTo)}` : '/login'),
  register: () => '/register',
  logout: () => '/logout',
  signedIn: () => '/account/signedin',
  account: (done?: 'password' | 'resent') => (done ? `/account?done=${done}` : '/account'),
  accountPassword: () => '/account/password',
  accountConfirm: (token?: string) =>
    token ? `/account/confirm?token=${encodeURIComponent(token)}` : '/account/confirm',
  accountResend: () => '/account/resend',
  logoutEverywhere: () => '/account/logouteverywhere',
  forgotPassword: (done?: 'sent') => (done ? `/account/forgot?done=${done}` : '/account/forgot'),
  resetPassword: (token?: string) =>
    token ? `/account/reset?token=${encodeURIComponent(token)}` : '/account/reset',
  toggleUi: (mode: 0 | 1 | 2) => `/toggleui/${mode}`,
  viewer: () => '/api/viewer',
  trackSearch: () => '/tracksearch',
  trackUpload: () => '/trackupload',
  trackUploadAnalyse: () => '/trackupload/analyse',
  trackShow: (trackId: number) => `/trackshow/${trackId}`,
  trackImage: (trackId: number, index: number) => `/trackshow/${trackId}/image/${index}`,
  trackGbx: (trackId: number) => `/trackgbx/${trackId}`,
  userShow: (userId: number) => `/usershow/${userId}`,
  apiTracks: () => '/api/tracks',
} as const;
