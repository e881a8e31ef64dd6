/** The sessions of a person, and how a browser's calls name theirs. */

/** The id of the session, in each call of a page whose session is a cookie (`BROWSER_SESSION=cookie`). */
export const SESSION_HEADER = 'x-session';
/** In the header at sign-in and sign-up: the page asks for a session that is a cookie, and for no token. */
export const ASKS_FOR_COOKIE = 'new';
/** In each call of a page that has had no input for a minute: the call is no use of the session. */
export const UNATTENDED_HEADER = 'x-unattended';

/** `GET /api/users/me/sessions`: a place where the caller is signed in. */
export interface UserSession {
  _id: string;
  /** In words, as the client names itself, such as "Firefox on Windows"; empty if it is unknown. */
  device: string;
  /** The network address of the sign-in; empty if it is unknown. */
  address: string;
  /** How the person proved who they are. */
  method: 'password' | 'signUp' | 'passkey' | 'singleSignOn';
  /** `cookie`: a browser keeps it, closed to scripts. `token`: the client has the token. */
  kind: 'cookie' | 'token';
  /** Instants. */
  beganAt: string;
  /** Half a minute old at most. */
  lastUsedAt: string;
  /** The session of this call. */
  isCurrent: boolean;
}
/** How a person can unlock a session here. */
export type UnlockWay = 'pin' | 'passkey' | 'password';
/** The answer of `POST /api/users/me/lock` and `POST /api/users/me/unlock`. */
export interface LockState {
  isLocked: boolean;
  /** The quickest first. None: its person signs in again. */
  ways: UnlockWay[];
  /** It began at the provider of single sign-on: its person may have no password here, and signs in there again. */
  isOfProvider: boolean;
}
/** `GET /api/users/me/pin`: the caller's PIN on this device. Also the answer of its changes. */
export interface DevicePin {
  isSet: boolean;
}
/** `GET /api/users/me/pushSubscription`. Also the answer of its changes. */
export interface PushState {
  /** The key that a browser subscribes with; null where the installation sends no pushes. */
  publicKey: string | null;
  /** This session's browser takes pushes for the caller. */
  isOn: boolean;
}
/** `GET /api/users/me/device-key`: encrypts what the caller's pages keep on a device. */
export interface DeviceKey {
  /** 32 bytes in base64url, for AES-256-GCM. */
  key: string;
}
/** The answer of `DELETE /api/users/me/sessions` and `DELETE /api/users/me/sessions/{id}`. */
export interface EndedSessions {
  ended: number;
}
