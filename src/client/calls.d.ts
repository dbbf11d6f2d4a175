// Generated from the description of the API by src/scripts/check-generated.ts.

/** A form with files, which may be a `File` with a name, and further fields. A list is a field that is repeated. */
export type Form<Name extends string> = { readonly [File in Name]?: Blob | readonly Blob[] } & {
  readonly [field: string]: Blob | string | number | boolean | readonly (Blob | string)[] | undefined;
};

/** What needs a token: what is sent and answered, by method and address. */
export interface Calls {
  /** The token itself: whose it is, what it permits, and until when. */
  'GET /api/token': {
    sent: object;
    answer: {
      UserId: number;
      Name: string;
      TokenName: string;
      Scopes: ('records' | 'tracks' | 'replays' | 'comments' | 'packs' | 'playlater' | 'messages' | 'profile')[];
      /** null: when you revoke it */
      ExpiresAt: string | null;
    };
  };
  /** Publishes tracks: files of the form itself, or files that were analysed before, by their UploadKey. */
  'POST /api/tracks': {
    sent: {
      /** a pack that every track is added to */
      packid?: string | number;
    } & ({ body: {
      TrackEntries: {
        UploadKey: string;
        /** the name in the file by default */
        TrackName?: string;
        Difficulty?: number | string;
        Routes?: number | string;
        Tags?: (number | string)[];
        /** BB code */
        AuthorComments?: string | null;
        /** false: hidden until it is released */
        Visible?: boolean;
        /** when a hidden track is released; UTC */
        ReleaseDate?: string;
        /** false: only reachable by its secret link */
        Listed?: boolean;
        Beta?: boolean;
        /** the other authors, who are invited */
        Authors?: {
          UserId: number;
          Role?: string;
        }[];
      }[];
    } } | { form: Form<'TrackEntries[0].TrackFile'> });
    answer: {
      Results: ({
        TrackId: number;
        TrackName: string;
        /** everyone can see it once a moderator has approved it */
        IsWaiting?: true;
        IsPublic: boolean;
        IsListed: boolean;
        ReleaseDate: string | null;
        SecretLink: string | null;
        Issues?: {
          /** only an error refuses the file */
          Level: 'error' | 'warning' | 'notice';
          /** stable, for programs */
          Code: string;
          Message: string;
          Link?: string;
          /** the editions that take the file */
          Editions?: string[];
        }[];
      } | {
        Problem: {
          status: number;
          title: string;
          detail: string;
          type: string;
          field?: string;
          file?: string;
          link?: string;
        };
      })[];
    };
  };
  /** Your Play later in its order, without tracks that you may not see. */
  'GET /api/playlater': {
    sent: {
      /** continues after the track with this TrackId: the last one you have */
      after?: string | number;
      /** tracks in one answer, at most 1000 */
      count?: string | number;
    };
    answer: {
      More: boolean;
      Results: {
        TrackId: number;
        TrackName: string;
        UId: string;
        Uploader: {
          UserId: number;
          Name: string;
        };
      }[];
    };
  };
  /** Clears your Play later. */
  'DELETE /api/playlater': {
    sent: object;
    answer: {
      Removed: number;
    };
  };
  /** Your conversations, the one with the newest message first. */
  'GET /api/messages': {
    sent: {
      /** archive: those that you archived */
      box?: string | number;
      /** see Next of the previous page */
      after?: string | number;
    };
    answer: {
      /** the address of the next page; null: there is none */
      Next: string | null;
      Results: {
        ConversationId: number;
        Subject: string;
        IsOfficial: boolean;
        IsUnread: boolean;
        NewestAt: string;
        Others: {
          UserId: number;
          Name: string;
        }[];
      }[];
    };
  };
  /** The messages of one of your conversations, the newest first. Reading them here does not mark them as read. */
  'GET /api/messages/{conversationId}': {
    sent: {
      conversationId: number;
      /** see Next of the previous page */
      after?: string | number;
    };
    answer: {
      ConversationId: number;
      Subject: string;
      IsOfficial: boolean;
      Members: {
        UserId: number;
        Name: string;
        HasLeft: boolean;
      }[];
      /** the address of the next page; null: there is none */
      Next: string | null;
      Results: {
        MessageId: number;
        User: {
          UserId: number;
          Name: string;
        };
        SentAt: string;
        State: 'shown' | 'deleted' | 'blocked';
        /** BB code; null unless the message is shown */
        Text: string | null;
      }[];
    };
  };
  /** All tracks of a pack you manage, with their status and position. */
  'GET /api/trackpacks/{packId}/tracks': {
    sent: {
      packId: number;
    };
    answer: {
      Revision: number;
      /** the last change, while it can be undone */
      Undo: {
        Text: string;
        ByUserId: number;
        ByName: string;
      } | null;
      NeedsReason: boolean;
      Tracks: {
        TrackId: number;
        TrackName: string;
        Uploader: {
          UserId: number;
          Name: string;
        };
        Status: 0 | 1 | 2 | 3 | 4;
        /** from 1; null unless approved */
        Position: number | null;
        Awards: number;
        UploadedAt: string;
        AuthorTime: number;
        AuthorTimeText: string;
        AddedBy: {
          UserId: number;
          Name: string;
        };
        AddedAt: string;
        IsPublic: boolean;
        IsListed: boolean;
        IsDeleted: boolean;
        IsVisible: boolean;
      }[];
    };
  };
  /** Adds tracks to a pack you manage. */
  'POST /api/trackpacks/{packId}/tracks': {
    sent: {
      packId: number;
    } & { body: {
      /** IDs, UIds or addresses, separated by commas */
      tracks: string;
    } };
    answer: {
      /** of the pack’s tracks; it undoes this change */
      Revision: number;
      Results: {
        Input: string;
        TrackId: number | null;
        TrackName: string | null;
        /** null: added */
        Problem: string | null;
      }[];
    };
  };
  /** Publishes replays: files of the form itself, or files that were analysed before, by their UploadKey. Each is posted on the track it was driven on. */
  'POST /api/replays': {
    sent: {
      /** accepts only replays of this track */
      trackid?: string | number;
      /** the secret of an unlisted track’s link */
      key?: string | number;
    } & ({ body: {
      ReplayEntries: {
        UploadKey: string;
      }[];
    } } | { form: Form<'ReplayFile'> });
    answer: {
      Results: ({
        ReplayId: number;
        TrackId: number;
        TrackName: string;
        Position: number | null;
        Medal: number;
        ReplayTime: number;
        ReplayScore: number;
        Type: number;
        BoundLogin?: string;
      } | {
        Problem: {
          status: number;
          title: string;
          detail: string;
          type: string;
          field?: string;
          file?: string;
          link?: string;
        };
      })[];
    };
  };
  /** Receives records driven on a game server. The better time of a login replaces the worse one that the same account sent; UIds of tracks that are not on the site are refused. Times far below all others, and on some editions everything from servers that the crew has not approved, wait for a moderator. */
  'POST /api/tracks/dedimania': {
    sent: { body: {
      Server?: string;
      Records: {
        UId: string;
        Mode: number;
        Login: string;
        Time: number;
        Nickname?: string;
      }[];
    } };
    answer: {
      Results: {
        UId: string;
        Mode: number;
        Login: string;
        Result: 'added' | 'improved' | 'not better' | 'too slow' | 'waiting' | 'full' | 'unknown track' | 'no times' | 'removed';
      }[];
    };
  };
  /** Reads one file, says what it is and what is wrong with it, and stores it for a day. Send its UploadKey to publish it. */
  'POST /api/tracks/analyse': {
    sent: { form: Form<'TrackFile'> };
    answer: {
      FileName: string;
      FileSize: number;
      SuggestedTrackName: string;
      AuthorTime: number | null;
      AuthorScore: number | null;
      MapType: number | null;
      Environment: number | null;
      Car: number | null;
      Mood: number | null;
      UId: string | null;
      HasThumbnail: boolean;
      Issues: {
        /** only an error refuses the file */
        Level: 'error' | 'warning' | 'notice';
        /** stable, for programs */
        Code: string;
        Message: string;
        Link?: string;
        /** the editions that take the file */
        Editions?: string[];
      }[];
      /** null if there is an error */
      UploadKey: string | null;
    };
  };
  /** Edits one of your tracks. Settings that are not sent stay unchanged. */
  'PATCH /api/tracks/{trackId}': {
    sent: {
      trackId: number;
    } & { body?: {
      /** the name in the file by default */
      TrackName?: string;
      Difficulty?: number | string;
      Routes?: number | string;
      Tags?: (number | string)[];
      /** BB code */
      AuthorComments?: string | null;
      /** false: hidden until it is released */
      Visible?: boolean;
      /** when a hidden track is released; UTC */
      ReleaseDate?: string;
      /** false: only reachable by its secret link */
      Listed?: boolean;
      Beta?: boolean;
      /** the other authors, who are invited */
      Authors?: {
        UserId: number;
        Role?: string;
      }[];
    } };
    answer: {
      TrackId: number;
      TrackName: string;
    };
  };
  /** Deletes one of your tracks. */
  'DELETE /api/tracks/{trackId}': {
    sent: {
      trackId: number;
    };
    answer: {
      TrackId: number;
      TrackName: string;
    };
  };
  /** Releases one of your hidden or beta tracks, or lets it wait for a moderator. */
  'POST /api/tracks/{trackId}/release': {
    sent: {
      trackId: number;
    };
    answer: {
      TrackId: number;
      TrackName: string;
      Outcome: string;
    };
  };
  /** Restores a track that you deleted. */
  'POST /api/tracks/{trackId}/restore': {
    sent: {
      trackId: number;
    };
    answer: {
      TrackId: number;
      TrackName: string;
    };
  };
  /** Replaces the file of one of your tracks; the earlier ones stay stored as its versions. */
  'POST /api/tracks/{trackId}/versions': {
    sent: {
      trackId: number;
    } & { form: Form<'TrackFile'> };
    answer: {
      TrackId: number;
      Version: number;
      Issues: {
        /** only an error refuses the file */
        Level: 'error' | 'warning' | 'notice';
        /** stable, for programs */
        Code: string;
        Message: string;
        Link?: string;
        /** the editions that take the file */
        Editions?: string[];
      }[];
    };
  };
  /** Edits your profile. Settings that are not sent stay unchanged. */
  'PATCH /api/profile': {
    sent: { body?: {
      /** BB code */
      About?: string | null;
      /** the line below your name, of supporters */
      Title?: string | null;
      /** the address of your page */
      Address?: string | null;
    } };
    answer: {
      UserId: number;
      Next: string;
    };
  };
  /** Replaces or removes your avatar. */
  'POST /api/profile/avatar': {
    sent: ({ body: {
      Remove: true;
    } } | { form: Form<'Picture'> });
    answer: {
      UserId: number;
      Next: string;
    };
  };
  /** Replaces or removes your banner. */
  'POST /api/profile/banner': {
    sent: ({ body: {
      Remove: true;
    } } | { form: Form<'Picture'> });
    answer: {
      UserId: number;
      Next: string;
    };
  };
  /** Adds a track to your Play later, at the end. One that is there stays where it is. */
  'PUT /api/playlater/{trackId}': {
    sent: {
      trackId: number;
    };
    answer: {
      Added: boolean;
    };
  };
  /** Removes a track from your Play later. One that is not there changes nothing. */
  'DELETE /api/playlater/{trackId}': {
    sent: {
      trackId: number;
    };
    answer: {
      Added: boolean;
    };
  };
  /** Moves a track of your Play later. */
  'PUT /api/playlater/{trackId}/position': {
    sent: {
      trackId: number;
    } & { body: {
      /** from 1; beyond the end means last */
      position: number;
    } };
    answer: {
      Position: number;
    };
  };
  /** Comments on a track, or replies to a comment. */
  'POST /api/tracks/{trackId}/comments': {
    sent: {
      trackId: number;
    } & { body: {
      /** BB code */
      Comment: string;
      /** the CommentId of the comment to reply to */
      replyTo?: number;
      /** the secret of an unlisted track’s link */
      key?: string;
    } };
    answer: {
      /** null: the text waits for a moderator */
      CommentId: number | null;
      HeldTextId: number | null;
      Link: string;
    };
  };
  /** Gives a track an award, with a comment. */
  'POST /api/tracks/{trackId}/awards': {
    sent: {
      trackId: number;
    } & { body: {
      /** BB code */
      Comment: string;
      /** the secret of an unlisted track’s link */
      key?: string;
    } };
    answer: {
      /** null: the text waits for a moderator */
      CommentId: number | null;
      HeldTextId: number | null;
      Link: string;
    };
  };
  /** Edits one of your comments. */
  'PUT /api/tracks/{trackId}/comments/{commentId}': {
    sent: {
      trackId: number;
      commentId: number;
    } & { body: {
      /** BB code */
      Comment: string;
      /** the secret of an unlisted track’s link */
      key?: string;
    } };
    answer: {
      /** null: the text waits for a moderator */
      CommentId: number | null;
      HeldTextId: number | null;
      Link: string;
    };
  };
  /** Edits the comment of one of your awards. */
  'PUT /api/tracks/{trackId}/awards/{commentId}': {
    sent: {
      trackId: number;
      commentId: number;
    } & { body: {
      /** BB code */
      Comment: string;
      /** the secret of an unlisted track’s link */
      key?: string;
    } };
    answer: {
      /** null: the text waits for a moderator */
      CommentId: number | null;
      HeldTextId: number | null;
      Link: string;
    };
  };
  /** Deletes one of your comments or awards. */
  'DELETE /api/tracks/comments/{commentId}': {
    sent: {
      commentId: number;
    } & { body?: {
      /** the secret of an unlisted track’s link */
      key?: string;
    } };
    answer: {
      /** null: the text waits for a moderator */
      CommentId: number | null;
      HeldTextId: number | null;
      Link: string;
    };
  };
  /** Approves, rejects or retires a track of a pack you manage, or requests changes. */
  'PUT /api/trackpacks/{packId}/tracks/{trackId}/status': {
    sent: {
      packId: number;
      trackId: number;
    } & { body: {
      /** 0 pending, 1 approved, 2 changes requested, 3 rejected, 4 retired */
      status: number;
      /** for the authors of the track */
      Note?: string;
    } };
    answer: {
      /** of the pack’s tracks; it undoes this change */
      Revision: number;
    };
  };
  /** Removes a track from a pack you manage. */
  'DELETE /api/trackpacks/{packId}/tracks/{trackId}': {
    sent: {
      packId: number;
      trackId: number;
    };
    answer: {
      /** of the pack’s tracks; it undoes this change */
      Revision: number;
    };
  };
  /** Moves a track of a pack you manage. */
  'PUT /api/trackpacks/{packId}/tracks/{trackId}/position': {
    sent: {
      packId: number;
      trackId: number;
    } & { body: {
      /** from 1; beyond the end means last */
      position: number;
    } };
    answer: {
      /** of the pack’s tracks; it undoes this change */
      Revision: number;
    };
  };
  /** Undoes the last change of a pack’s tracks, while no other one has followed it. */
  'POST /api/trackpacks/{packId}/undo': {
    sent: {
      packId: number;
    } & { body: {
      /** the Revision that the change returned */
      revision: number;
    } };
    answer: {
      /** of the pack’s tracks; it undoes this change */
      Revision: number;
    };
  };
  /** Submits one of your tracks to a pack. */
  'PUT /api/trackpacks/{packId}/submissions/{trackId}': {
    sent: {
      packId: number;
      trackId: number;
    };
    answer: {
      /** of the pack’s tracks; it undoes this change */
      Revision: number;
      /** of the track in the pack; null: none */
      Status: number | null;
    };
  };
  /** Withdraws one of your tracks from a pack. */
  'DELETE /api/trackpacks/{packId}/submissions/{trackId}': {
    sent: {
      packId: number;
      trackId: number;
    };
    answer: {
      /** of the pack’s tracks; it undoes this change */
      Revision: number;
      /** of the track in the pack; null: none */
      Status: number | null;
    };
  };
  /** Reads one replay, says what it is and what is wrong with it, and stores it for a day. Send its UploadKey to publish it. */
  'POST /api/replays/analyse': {
    sent: {
      /** accepts only replays of this track */
      trackid?: string | number;
      /** the secret of an unlisted track’s link */
      key?: string | number;
    } & { form: Form<'ReplayFile'> };
    answer: {
      FileName: string;
      FileSize: number;
      UId: string;
      Track: {
        TrackId: number;
        TrackName: string;
        Type: number;
      } | null;
      IsOldVersion: boolean;
      ReplayTime: number;
      ReplayRespawns: number;
      ReplayScore: number;
      Medal: number;
      Position: number | null;
      Difference: number | null;
      Nickname: string;
      DriverLogIn: string;
      Issues: {
        /** only an error refuses the file */
        Level: 'error' | 'warning' | 'notice';
        /** stable, for programs */
        Code: string;
        Message: string;
        Link?: string;
        /** the editions that take the file */
        Editions?: string[];
      }[];
      /** null if there is an error */
      UploadKey: string | null;
    };
  };
  /** Deletes one of your replays. */
  'DELETE /api/replays/{replayId}': {
    sent: {
      replayId: number;
    } & { body?: {
      /** the secret of an unlisted track’s link */
      key?: string;
    } };
    answer: {
      ReplayId: number;
      Link: string;
    };
  };
  /** Restores a replay that you deleted. */
  'POST /api/replays/{replayId}/restore': {
    sent: {
      replayId: number;
    } & { body?: {
      /** the secret of an unlisted track’s link */
      key?: string;
    } };
    answer: {
      ReplayId: number;
      Link: string;
    };
  };
}
